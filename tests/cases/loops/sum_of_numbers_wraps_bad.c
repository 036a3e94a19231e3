// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 11
// The formula of the sum is wrong once the product wraps, which takes 65,537 iterations.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), sum = 0;
    for (unsigned i = 0; i < n; i++) sum += i;
    plica_assert(n == 0 || sum == n * (n - 1) / 2);
    return 0;
}
