// verdict: violated
// error: assertion-failure at 10
// loops: compact
// The call of a call in a folded loop fails, in one iteration and for one of the numbers that it is given on the way.
#include "plica.h"

static int inner(int x, int y) {
    if (y < 3) return 0;
    if (y < 7) return 2;
    plica_assert(x != 1234 || y != 77);
    return y < 99 ? 4 : 6;
}

static int outer(int x, int y) {
    if (y < 0) return 0;
    return inner(x, y) + 2;
}

int main(void) {
    int n = plica_int("n"), a = plica_int("a"), b = plica_int("b"), c = plica_int("c"), sum = 0;
    plica_assume(n < 10000);
    for (int i = 0; i < n; i++) sum += outer(i, a) + outer(i, b) + outer(i, c);
    plica_assert(sum % 2 == 0);
    return 0;
}
