// A function that takes a lock calls another that does; and what is done once is thought to be done again.
// verdict: violated
// error: invalid-builtin at 14
// error: assertion-failure at 21
// native: no
#include "plica.h"
#include <cassert>
#include <mutex>

static std::mutex m;
static std::once_flag once;
static int n;
static int get() {
    std::lock_guard<std::mutex> guard(m);
    return n;
}

int main() {
    if (plica_int("way")) {
        for (int i = 0; i < 2; i++) std::call_once(once, [] { n++; });
        assert(n == 2);
    }
    std::lock_guard<std::mutex> guard(m);
    return get();
}
