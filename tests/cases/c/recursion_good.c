// verdict: holds
// Ackermann's function and mutual recursion, on small inputs.
#include "plica.h"

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }

int main(void) {
    unsigned m = (unsigned)plica_range(0, 3, "m"), n = (unsigned)plica_range(0, 4, "n");
    unsigned a = ackermann(m, n);
    plica_assert(m != 1 || a == n + 2);
    plica_assert(m != 2 || a == 2 * n + 3);
    plica_assert(even(n) == (n % 2 == 0));
    return 0;
}
