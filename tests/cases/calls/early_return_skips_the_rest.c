// verdict: violated
// error: assertion-failure at 22
// A callee returns before it has restored the global.
#include "plica.h"

static int lock;

static int work(int x) {
    lock++;
    if (x == 17) return -1;
    if (x % 3 == 0) {
        lock--;
        return x / 3;
    }
    lock--;
    return x;
}

int main(void) {
    int x = plica_int("x"), r = work(x);
    plica_assert(lock == 0 || r == -1);
    plica_assert(lock == 0);
    return 0;
}
