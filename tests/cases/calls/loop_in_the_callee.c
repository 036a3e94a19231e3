// verdict: holds
// The callee's loop runs as often as its argument says, in two contexts.
#include "plica.h"

static unsigned power(unsigned base, unsigned n) {
    unsigned p = 1;
    while (n-- > 0) p *= base;
    return p;
}

int main(void) {
    unsigned n = (unsigned)plica_range(0, 6, "n"), base = (unsigned)plica_range(2, 4, "base");
    plica_assert(power(2, n) == 1u << n);
    plica_assert(power(base, 3) == base * base * base);
    plica_assert(power(base, n) > n);
    return 0;
}
