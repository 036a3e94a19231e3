// verdict: violated
// error: assertion-failure at 9
// A function of an unknown argument is computed where the error is shown.
#include <math.h>
#include "plica.h"

int main(void) {
    long double x = plica_range(0, 4, "x");
    plica_assert(cbrtl(x * x * x) != 3);
    return 0;
}
