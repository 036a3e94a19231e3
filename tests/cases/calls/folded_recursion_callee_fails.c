// verdict: violated
// error: assertion-failure at 10
// loops: compact
// What a folded recursion calls on the way back fails for one number of calls and one argument.
#include "plica.h"

static unsigned part(unsigned x, unsigned n) {
    if (x < 3) return 1;
    if (x < 10) return 2;
    plica_assert(n != 77 || x != 12);
    if (x == 100) return 4;
    return 3;
}

static unsigned sum(unsigned n, unsigned a, unsigned b) {
    if (n == 0) return 5;
    unsigned more = part(a, 0);
    unsigned rest = sum(n - 1, a, b);
    return rest + more + part(b, n);
}

int main(void) {
    unsigned n = plica_uint("n"), a = plica_uint("a"), b = plica_uint("b");
    plica_assume(n < 1000);
    unsigned s = sum(n, a, b);
    plica_assert(s >= 2 * n + 5 && s <= 8 * n + 5);
    return 0;
}
