// verdict: holds
// loops: compact
// As folded_loop_calls.c; what the called function asserts is seen to by the caller.
#include "plica.h"

static int weight(unsigned c) {
    if (c < 10) return 1;
    if (c < 40) return 2;
    if (c < 100) return 3;
    plica_assert(c != 777);
    if (c < 1000) return 4;
    if (c < 5000) return 5;
    return 6;
}

int main(void) {
    unsigned n = plica_uint("n"), a = plica_uint("a"), b = plica_uint("b"), c = plica_uint("c"), sum = 0;
    plica_assume(n < 100000 && a != 777 && b != 777 && c != 777);
    for (unsigned i = 0; i < n; i++) sum += weight(a) + weight(b) + weight(c);
    plica_assert(sum <= 18 * n);
    return 0;
}
