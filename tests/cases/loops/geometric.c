// run: check --time-limit 20s
// verdict: holds
// Powers of three and of nine, modulo 2^32.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = 1, y = 1;
    plica_assume(n <= 12);
    for (unsigned i = 0; i < n; i++) {
        x *= 3;
        y *= 9;
    }
    plica_assert(y == x * x);
    return 0;
}
