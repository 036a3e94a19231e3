// run: check --time-limit 20s
// loops: compact
// verdict: holds
// The sum of the numbers below n, as long as the product fits.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), sum = 0;
    plica_assume(n <= 65536);
    for (unsigned i = 0; i < n; i++) sum += i;
    plica_assert(n == 0 || sum == n * (n - 1) / 2);
    return 0;
}
