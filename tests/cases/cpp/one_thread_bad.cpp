// A function that takes a lock calls another that does.
// verdict: violated
// error: invalid-builtin at 11
// native: no
#include "plica.h"
#include <mutex>

static std::mutex m;
static int n;
static int get() {
    std::lock_guard<std::mutex> guard(m);
    return n;
}
int main() {
    if (plica_int("way")) return 0;
    std::lock_guard<std::mutex> guard(m);
    return get();
}
