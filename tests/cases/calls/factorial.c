// verdict: holds
// Factorial: what does not depend on the depth, at every depth up to 7.
#include "plica.h"

static unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }

int main(void) {
    unsigned n = (unsigned)plica_range(0, 8, "n");
    unsigned f = factorial(n);
    plica_assert(f >= n);
    plica_assert(n < 2 || f % 2 == 0);
    return 0;
}
