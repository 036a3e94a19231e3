// verdict: violated
// error: assertion-failure at 8
// The twin of bessel.c.
#define _GNU_SOURCE
#include <math.h>
#include "plica.h"
int main(void) {
    plica_assert(jn(2, plica_range(0, 9, "n")) < 0.48);
    return 0;
}
