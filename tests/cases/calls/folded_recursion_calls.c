// verdict: violated
// error: assertion-failure at 25
// loops: compact
// A folded recursion whose function calls another one, of several paths, on the way down and on the way back.
#include "plica.h"

static unsigned part(unsigned x) {
    if (x < 3) return 1;
    if (x < 10) return 2;
    if (x == 100) return 4;
    return 3;
}

static unsigned sum(unsigned n, unsigned a, unsigned b) {
    if (n == 0) return part(a);
    unsigned more = part(a) + part(b);
    return sum(n - 1, a, b) + more + part(b);
}

int main(void) {
    unsigned n = plica_uint("n"), a = plica_uint("a"), b = plica_uint("b");
    plica_assume(n < 1000);
    unsigned s = sum(n, a, b);
    plica_assert(s >= 3 * n + 1 && s <= 12 * n + 4);
    plica_assert(s != 12 * 321 + 4);
    return 0;
}
