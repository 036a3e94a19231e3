// verdict: holds
// Sines in a loop: each is within its bounds, and that of an argument is the same in each iteration.
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    int n = plica_range(0, 6, "n");
    double first = sin(x), most = 0;
    for (int i = 0; i < n; i++) {
        double v = sin(i);
        if (v > most) most = v;
        plica_assert(isnan(first) || sin(x) == first);
    }
    plica_assert(most <= 1);
    return 0;
}
