// A number near the largest is none that overflows, in the library either.
// run: check --checks +float
// verdict: holds
#include <stdlib.h>
#include "plica.h"
int main(void) {
    plica_assert(strtod("1e200", 0) > 1e199);
    return 0;
}
