// verdict: violated
// error: assertion-failure at 9
// error: assertion-failure at 12
// Rounding goes either way, and the next number is not a double.
#include <math.h>
#include "plica.h"

static void rounded(long double x) {
    if (x > 0 && x < 8) plica_assert(roundl(x) == floorl(x));
}
static void next(int k) {
    plica_assert((double)nextafterl(k, 8) != k);
}

int main(void) {
    rounded(plica_long_double("x"));
    next(plica_range(0, 3, "k"));
    return 0;
}
