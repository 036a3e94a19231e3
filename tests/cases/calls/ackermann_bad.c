// verdict: violated
// error: assertion-failure at 17
// Ackermann: the argument of a call is the result of another; one value is found.
#include "plica.h"

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    unsigned m = (unsigned)plica_range(0, 3, "m"), n = (unsigned)plica_range(0, 6, "n");
    unsigned a = ackermann(m, n);
    plica_assert(a > n);
    plica_assert(m != 2 || a % 2 == 1);
    plica_assert(a != 13);
    return 0;
}
