// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 13
// The second loop undoes all but one iteration of the first.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = plica_uint("x"), x0 = x;
    plica_assume(n <= 0xfffffff0u);
    for (unsigned i = 0; i < n; i++) x += 7;
    for (unsigned i = 0; i < n + 1; i++) x -= 7;
    plica_assert(x == x0);
    return 0;
}
