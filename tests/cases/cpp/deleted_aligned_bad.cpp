// Blocks that were made with an alignment, and without one, are given to the other kind of delete.
// run: check -- -std=c++17
// verdict: violated
// error: invalid-free at 15
// error: invalid-free at 19
#include "plica.h"
#include <new>

struct alignas(64) Line {
    char bytes[64] = {};
};

static void told() {
    void *plain = ::operator new(64);
    delete static_cast<Line *>(plain);
}
static void untold() {
    void *aligned = ::operator new(10, std::align_val_t(32));
    ::operator delete(aligned);
}

int main() {
    if (plica_bool("aligned"))
        untold();
    else
        told();
}
