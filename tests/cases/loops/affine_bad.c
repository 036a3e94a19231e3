// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 11
// x = 5x + 3 reaches a value after 1000 iterations.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = 1;
    for (unsigned i = 0; i < n; i++) x = 5 * x + 3;
    plica_assert(x != 0x9500c329u);
    return 0;
}
