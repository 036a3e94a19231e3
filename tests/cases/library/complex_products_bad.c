// A point leaves the Mandelbrot set after some steps.
// verdict: violated
// error: assertion-failure at 13
// error: assertion-failure at 15
#include "plica.h"
#include <complex.h>
#include <math.h>

int main(void) {
    int n = 1;
    if (plica_bool("other")) n = 4;
    double complex c = n * 0.5 + 0.25 * I, z = 0;
    for (int i = 0; i < 4; i++) plica_assert(cabs(z) < 16), z = z * z + c;
    double complex zero = n / 4 + 0 * I, quotient = z / zero;
    plica_assert(isfinite(creal(quotient)) || n > 3);
    return 0;
}
