// verdict: violated
// error: assertion-failure at 9
// Adding one does not always make a number larger.
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    plica_assume(x > 0 && x < 1e300);
    plica_assert(x + 1 > x);
    return 0;
}
