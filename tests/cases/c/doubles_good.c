// verdict: holds
// Floating point is IEEE 754, NaN and signed zeros included.
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    int n = plica_int("n");
    plica_assert((double)n == n && (int)(double)n == n);
    plica_assert(x != x || x + 0.0 == x);
    plica_assert(!(x > 1.0) || x * 2.0 > x || x * 2.0 == x);
    plica_assert(0.1 + 0.2 != 0.3 && 0.5 + 0.25 == 0.75);
    plica_assert(1 / -0.0 < 0 && -0.0 == 0.0);
    if (x >= 0 && x <= 100) plica_assert((int)x <= x && x < (int)x + 1);
    return 0;
}
