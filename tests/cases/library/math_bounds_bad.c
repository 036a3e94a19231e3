// verdict: violated
// error: assertion-failure at 9
// error: assertion-failure at 13
// Values of functions of <math.h> that a first model gets wrong: they are computed where an error is confirmed.
#include <math.h>
#include "plica.h"

static void near_half(double x) {
    plica_assert(!(sin(x) > 0.5 && x < 1));
}

static void of_integers(int n) {
    plica_assert(n < 0 || n > 15 || sin(n) > -0.999 || cos(n) < 0);
}

int main(void) {
    near_half(plica_double("x"));
    of_integers(plica_int("n"));
    return 0;
}
