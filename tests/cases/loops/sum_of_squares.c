// run: check --time-limit 20s
// verdict: holds
// The sum of the squares below n, by its formula in wider arithmetic.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    unsigned long sum = 0, m = n;
    plica_assume(n <= 7);
    for (unsigned long i = 0; i < n; i++) sum += i * i;
    plica_assert(n == 0 || 6 * sum == (m - 1) * m * (2 * m - 1));
    return 0;
}
