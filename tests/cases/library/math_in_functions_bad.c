// verdict: violated
// error: assertion-failure at 12
// The twin of math_in_functions.c.
#include <math.h>
#include "plica.h"

static int rises(double x) {
    return sin(x) >= 0 ? 1 : -1;
}

int main(void) {
    plica_assert(rises(plica_double("x")) == rises(plica_double("y")) || plica_double("z") < exp(2.5));
    return 0;
}
