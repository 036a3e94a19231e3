// A number near the largest is none that overflows, in the library either.
// run: check --checks +float
// verdict: holds
#include <stdlib.h>
#include "plica.h"
int main(void) {
    plica_assert(strtod("1e200", 0) > 1e199 && strtod("1.797e308", 0) < 1.798e308);
    plica_assert(strtod("1e-300", 0) > 0 && strtof("3e38", 0) > 2e38f);
    return 0;
}
