// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 12
// A negative number that is shifted to the right ends at -1, not at 0.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    int x = plica_int("x");
    plica_assume(n >= 31 && n <= 40);
    for (unsigned i = 0; i < n; i++) x >>= 1;
    plica_assert(x == 0);
    return 0;
}
