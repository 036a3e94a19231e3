// verdict: holds
// Parts of complex numbers.
#include <complex.h>
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x"), y = plica_double("y");
    double complex z = x + 2 * I;
    __imag__ z = y;
    plica_assert(isnan(x) || (creal(z) == x && creal(conj(z)) == x));
    plica_assert(isnan(y) || (cimag(z) == y && cimag(conj(z)) == -y));
    if (isinf(y)) plica_assert(creal(cproj(z)) == INFINITY && cimag(cproj(z)) == 0);
    plica_assert(cabs(3 + 4 * I) == 5 && carg(-1 + 0 * I) > 3.14159265);
    return 0;
}
