// Blocks that were made with an alignment, and without one, are given to the other kind of delete, or with another one.
// run: check -- -std=c++17
// verdict: violated
// error: invalid-free at 16
// error: invalid-free at 20
// error: invalid-free at 24
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
static void mistold() {
    void *aligned = ::operator new(10, std::align_val_t(32));
    ::operator delete(aligned, 10, std::align_val_t(64));
}

int main() {
    int which = plica_int("which");
    if (which == 0)
        untold();
    else if (which == 1)
        mistold();
    else
        told();
}
