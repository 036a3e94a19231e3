// verdict: violated
// error: assertion-failure at 16
// error: assertion-failure at 26
// loops: compact
// What is called in a folded loop fails in one iteration only, far from the start. The three calls of an iteration have too
// many ways in place.
#include "plica.h"

static unsigned kind(unsigned c) {
    if (c < 10) return 1;
    if (c < 40) return 2;
    return c < 100 ? 3 : 4;
}

static unsigned step(unsigned x, unsigned i, unsigned c) {
    plica_assert(i != 4711 || c != 39);
    if (c < 10) return x + 1;
    if (c < 40) return x + 2;
    return x + (c < 100 ? 3 : 4);
}

static unsigned next(unsigned x, unsigned c) {
    if (c < 10) return x;
    if (c < 20) return x + 1;
    if (c < 30) return x + 2;
    plica_assert(x != 3000);
    return x + 3;
}

int main(void) {
    unsigned n = plica_uint("n"), a = plica_uint("a"), b = plica_uint("b"), c = plica_uint("c"), x = 0;
    plica_assume(n < 100000);
    if (plica_bool("which"))
        for (unsigned i = 0; i < n; i++) x = step(x, i, a) + kind(b) + kind(c);
    else
        for (unsigned i = 0; i < n; i++) x = next(x, a) + kind(b) + kind(c);
    return 0;
}
