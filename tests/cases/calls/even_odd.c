// verdict: violated
// error: assertion-failure at 14
// Two functions that call each other: what both agree on, and one depth that is found.
#include "plica.h"

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    unsigned n = (unsigned)plica_range(0, 12, "n");
    plica_assert(even(n) + odd(n) == 1);
    plica_assert(odd(n) == (int)(n & 1));
    plica_assert(n < 9 || odd(n) == 0 || n == 11);
    return 0;
}
