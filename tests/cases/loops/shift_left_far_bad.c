// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 13
// native: no
// After a milliard shifts to the left nothing is left.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = plica_uint("x");
    plica_assume(n > 1000000000u);
    for (unsigned i = 0; i < n; i++) x <<= 1;
    plica_assert(x != 0);
    return 0;
}
