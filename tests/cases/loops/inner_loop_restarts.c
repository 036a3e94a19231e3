// run: check --time-limit 20s
// verdict: holds
// The inner loop changes what the outer one counts by.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), inner = 0, outer = 0, x;
    plica_assume(n <= 6);
    for (unsigned i = 0; i < n; i++) {
        x = 3;
        while (x > 0) {
            x--;
            inner++;
        }
        outer++;
        plica_assert(x == 0);
    }
    plica_assert(inner == 3 * outer);
    return 0;
}
