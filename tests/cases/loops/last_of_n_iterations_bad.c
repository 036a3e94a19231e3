// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 11
// native: no
// The assertion fails in the iteration 4294967295.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    for (unsigned i = 0; i < n; i++) plica_assert(i != 0xfffffffeu);
    return 0;
}
