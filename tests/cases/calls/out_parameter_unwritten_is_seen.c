// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 13
// native: no
// With the check for unwritten memory, the read itself is the error: in the callee that was given the address.
#include "plica.h"

static void half(int x, int *out) {
    if (x % 2 == 0) *out = x / 2;
}

static int twice(const int *in) {
    return *in * 2;
}

int main(void) {
    int x = plica_range(0, 8, "x"), out;
    half(x, &out);
    plica_assert(twice(&out) == x);
    return 0;
}
