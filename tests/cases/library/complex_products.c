// Products and quotients of complex numbers, also where the plain formula gives no number.
// verdict: holds
#include "plica.h"
#include <complex.h>
#include <math.h>

int main(void) {
    int n = 1;
    if (plica_bool("other")) n = 4;
    double complex z = n + 2 * I, square = z * z;
    plica_assert(creal(square) == n * n - 4 && cimag(square) == 4 * n);
    float complex half = (n + 2.0f * I) / (2.0f + 0.0f * I);
    plica_assert(crealf(half) == n / 2.0f && cimagf(half) == 1);
    double complex far = z * __builtin_complex((double)INFINITY, (double)NAN);
    plica_assert(isinf(creal(far)) || isinf(cimag(far)));
    double complex none = z / __builtin_complex((double)INFINITY, 1.0);
    plica_assert(creal(none) == 0 && cimag(none) == 0);
    long double complex back = (long double complex)z / (long double complex)z;
    plica_assert(creall(back) == 1 && cimagl(back) == 0);
    return 0;
}
