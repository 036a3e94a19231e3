// verdict: violated
// error: assertion-failure at 14
// The twin of math_in_loops.c: the sine of 8 is 0.989..., and no smaller number has one above 0.95.
#include <math.h>
#include "plica.h"

int main(void) {
    int n = plica_range(0, 12, "n");
    double most = 0;
    for (int i = 0; i < n; i++) {
        double v = sin(i);
        if (v > most) most = v;
    }
    plica_assert(most <= 0.95);
    return 0;
}
