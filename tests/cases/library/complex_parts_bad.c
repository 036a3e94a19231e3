// verdict: violated
// error: assertion-failure at 10
// What is opposite to a number with an imaginary part is another number.
#include <complex.h>
#include "plica.h"

int main(void) {
    double complex z = 1;
    __imag__ z = plica_int("y");
    plica_assert(cimag(conj(z)) >= 0 || creal(z) > 1);
    return 0;
}
