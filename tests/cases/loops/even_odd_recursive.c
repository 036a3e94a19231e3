// run: check --time-limit 20s
// verdict: holds
// Two functions that call each other: one of them says what the last bit says.
#include "plica.h"

static int odd(unsigned n);

static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }

static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n <= 9);
    plica_assert(even(n) == ((n & 1) == 0));
    return 0;
}
