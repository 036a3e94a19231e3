// verdict: undecided
// run: check --tune explore.refinements=4
// reason: sin, of which only bounds are known
// That the sine is odd is not known, and no argument shows that it is not.
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    plica_assert(isnan(x) || isinf(x) || sin(-x) == -sin(x));
    return 0;
}
