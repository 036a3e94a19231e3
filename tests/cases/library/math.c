// verdict: holds
// The basics of <math.h>, exact by IEEE 754.
#include <math.h>
#include "plica.h"

int main(void) {
    int n = plica_range(0, 50, "n");
    double x = n / 4.0;
    plica_assert(floor(x) <= x && x <= ceil(x) && ceil(x) - floor(x) <= 1);
    plica_assert(fabs(-x) == x && fmin(x, 3) <= 3 && fmax(x, 3) >= 3 && trunc(-2.5) == -2);
    plica_assert(sqrt(16.0) == 4.0 && !isnan(x) && copysign(1.0, -x) == -1.0);
    return 0;
}
