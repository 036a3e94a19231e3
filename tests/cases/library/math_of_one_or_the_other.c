// verdict: holds
// loops: compact
// The twin of math_of_one_or_the_other_bad.c.
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    double y = plica_bool("which") ? sin(x) : cos(x);
    while (plica_bool("more")) { }
    plica_assert(x != 1 || y == sin(x) || y == cos(x));
    return 0;
}
