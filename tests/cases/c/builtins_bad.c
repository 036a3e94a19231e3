// verdict: violated
// error: assertion-failure at 10
// The lowest bit alone, and the number of bits below it.
#include "plica.h"

int main(void) {
    unsigned x = plica_uint("x");
    plica_assume(x != 0);
    plica_assert((x & -x) == 1u << __builtin_ctz(x));
    plica_assert(__builtin_popcount(x & (x - 1)) != 31);
    return 0;
}
