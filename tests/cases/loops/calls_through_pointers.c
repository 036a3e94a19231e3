// run: check --time-limit 20s
// verdict: holds
// The body calls a function with the address of a local variable.
#include "plica.h"

static void step(unsigned *x, unsigned by) { *x += by; }

int main(void) {
    unsigned n = plica_uint("n"), x = 0, y = 0;
    plica_assume(n <= 6);
    for (unsigned i = 0; i < n; i++) {
        step(&x, 3);
        step(&y, 1);
    }
    plica_assert(x == 3 * y && y == n);
    return 0;
}
