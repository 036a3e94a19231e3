// verdict: violated
// error: assertion-failure at 10
// Factorial: a value that it has at one depth.
#include "plica.h"

static unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }

int main(void) {
    unsigned n = (unsigned)plica_range(0, 9, "n");
    plica_assert(factorial(n) != 5040);
    return 0;
}
