// verdict: violated
// error: assertion-failure at 10
// What the innermost call of a recursion is given decides whether a call further out fails.
#include "plica.h"

static unsigned count(unsigned n, unsigned x) {
    if (n == 0) return plica_uint("last") & 7;
    unsigned inner = count(n - 1, x);
    if (inner >= 3) {
        plica_assert(inner != 6 + x);
        return inner;
    }
    return 3;
}

int main(void) {
    unsigned n = plica_range(0, 6, "n"), x = plica_range(0, 3, "x");
    return count(n, x) > 7;
}
