// verdict: holds
// Arguments and results of floating point; the comparison is the callee's.
#include "plica.h"

static double half(int x) { return x / 2.0; }
static int above(double a, double b) { return a > b; }

int main(void) {
    int x = plica_range(-4, 5, "x");
    double h = half(x);
    plica_assert(above(h, -2.5) && !above(h, 2.0));
    plica_assert(h + h == x);
    return 0;
}
