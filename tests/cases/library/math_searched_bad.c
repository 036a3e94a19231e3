// verdict: violated
// error: assertion-failure at 11
// error: assertion-failure at 12
// Few arguments lead there: those at which the functions have the values of a model are tried.
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x");
    int n = plica_int("n");
    plica_assert(!(exp(x) > 100 && exp(x) < 100.001));
    plica_assert(!(n >= 0 && pow(n, 2) > 10000 && pow(n, 2) < 10500));
    return 0;
}
