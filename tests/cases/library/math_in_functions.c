// verdict: holds
// A function that is explored on its own knows the same sine as its callers.
#include <math.h>
#include "plica.h"

static int rises(double x) {
    return sin(x) >= 0 ? 1 : -1;
}

int main(void) {
    double x = plica_double("x"), y = plica_double("y");
    int a = rises(x), b = rises(y);
    plica_assert(a == (sin(x) >= 0 ? 1 : -1));
    plica_assert(a == b || x != y || x == 0);
    plica_assert(!(x > 0 && x < 3) || a == 1);
    return 0;
}
