// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 16
// Two functions that call each other; seven is not even.
#include "plica.h"

static int odd(unsigned n);

static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }

static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n > 5 && n < 10);
    plica_assert(even(n));
    return 0;
}
