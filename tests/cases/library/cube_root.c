// verdict: holds
// Known numbers have the cube roots that the C library gives, which are not always the nearest numbers: 27 may have 3
// or the next one.
#include <math.h>
#include "plica.h"

int main(void) {
    volatile double x = 27, y = -0x1.999999999999ap-4;
    volatile float z = 8;
    plica_assert(fabs(cbrt(x) - 3) < 1e-15 && cbrt(-x) == -cbrt(x));
    plica_assert(fabs(cbrt(y) * cbrt(y) * cbrt(y) - y) < 1e-15);
    plica_assert(cbrtf(z) == 2);
    return 0;
}
