// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A do loop runs at least once.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0;
    plica_assume(n <= 0xfffffffeu);
    do i++;
    while (i < n);
    plica_assert(i == (n == 0 ? 1 : n));
    return 0;
}
