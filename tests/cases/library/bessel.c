// verdict: holds
// Bessel functions of any order.
#define _GNU_SOURCE
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    plica_assert(jn(1, 2.0) == j1(2.0) && yn(0, 2.0) == y0(2.0) && jnf(2, 0.5f) < 0.1f);
    double first = jn(3, x);
    plica_assert(isnan(first) || jn(3, x) == first);
    return 0;
}
