// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 13
// A do loop runs even if its condition never holds.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0;
    plica_assume(n <= 0xfffffffeu);
    do i++;
    while (i < n);
    plica_assert(i == n);
    return 0;
}
