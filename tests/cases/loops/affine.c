// run: check --time-limit 20s
// loops: compact
// verdict: holds
// x = 3x + 2 from 1 is 2 * 3^n - 1: always odd.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = 1;
    for (unsigned i = 0; i < n; i++) x = 3 * x + 2;
    plica_assert(x & 1);
    return 0;
}
