// run: check --time-limit 20s
// verdict: holds
// A floating-point number that the loop does not change.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), count = 0;
    double x = plica_double("x"), y = x;
    plica_assume(n <= 5 && x == x);
    for (unsigned i = 0; i < n; i++)
        if (x == y) count++;
    plica_assert(count == n && x == y);
    return 0;
}
