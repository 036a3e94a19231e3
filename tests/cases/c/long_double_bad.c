// verdict: violated
// error: assertion-failure at 12
// error: assertion-failure at 15
// A long double holds every long, and a double does not; neither has room for every sum.
#include "plica.h"

int main(void) {
    int k = plica_range(0, 4, "k");
    for (int i = 0; i < 4; i++) {
        long double n = (1L << 53) + i;
        plica_assert((long)n == (1L << 53) + i);
        if (k == i) plica_assert((double)n == n);
    }
    long double x = plica_long_double("x");
    plica_assert(!(x > 0 && x < 1e30L) || x + 1 > x);
    return 0;
}
