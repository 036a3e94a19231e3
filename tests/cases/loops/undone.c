// run: check --time-limit 20s
// verdict: holds
// The second loop undoes the first.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = plica_uint("x"), x0 = x;
    plica_assume(n <= 6);
    for (unsigned i = 0; i < n; i++) x += 7;
    for (unsigned i = 0; i < n; i++) x -= 7;
    plica_assert(x == x0);
    return 0;
}
