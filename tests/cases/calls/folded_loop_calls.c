// verdict: violated
// error: assertion-failure at 22
// loops: compact
// Three calls an iteration of a function with six paths: 216 ways through the iteration in place, one if the summary takes
// the place of the calls.
#include "plica.h"

static int weight(unsigned c) {
    if (c < 10) return 1;
    if (c < 40) return 2;
    if (c < 100) return 3;
    if (c < 1000) return 4;
    if (c < 5000) return 5;
    return 6;
}

int main(void) {
    unsigned n = plica_uint("n"), a = plica_uint("a"), b = plica_uint("b"), c = plica_uint("c"), sum = 0;
    plica_assume(n < 100000);
    for (unsigned i = 0; i < n; i++) sum += weight(a) + weight(b) + weight(c);
    plica_assert(sum <= 18 * n);
    plica_assert(sum != 18 * 4711);
    return 0;
}
