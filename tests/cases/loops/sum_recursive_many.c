// run: check --time-limit 20s
// loops: compact
// verdict: holds
// The sum of the first n numbers, added up while the calls return.
#include "plica.h"

static unsigned sum(unsigned n) {
    if (n == 0) return 0;
    return sum(n - 1) + n;
}

int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n <= 50000);
    plica_assert(sum(n) == n * (n + 1) / 2);
    return 0;
}
