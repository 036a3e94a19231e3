// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 13
// A triangle of 15: five rows.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), count = 0;
    plica_assume(n <= 1000);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < n; j++) count++;
    plica_assert(count != 15);
    return 0;
}
