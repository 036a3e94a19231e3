// verdict: violated
// error: assertion-failure at 12
// loops: compact
// Two functions of one argument are two, also where states are compared.
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    double y = plica_bool("which") ? sin(x) : cos(x);
    while (plica_bool("more")) { }
    plica_assert(x != 1 || y == sin(x));
    return 0;
}
