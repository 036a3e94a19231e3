// verdict: holds
// Functions of <math.h> on unknown arguments: bounds and NaNs.
#include <math.h>
#include "plica.h"

int main(void) {
    double x = plica_double("x"), y = plica_double("y");
    double s = sin(x), e = exp(x);
    if (isnan(x) || isinf(x)) {
        plica_assert(isnan(s));
    } else {
        plica_assert(s >= -1 && s <= 1 && cos(x) <= 1);
        plica_assert(!isnan(e) && !signbit(e));
        double a = atan2(y, x);
        plica_assert(isnan(y) || (a > -3.15 && a < 3.15));
        plica_assert(isnan(y) || hypot(x, y) >= 0);
    }
    plica_assert(isnan(log(x)) == (isnan(x) || x < 0));
    if (x == 0) {
        plica_assert(isinf(log(x)) && exp(x) == 1 && cos(x) == 1 && (isnan(y) || pow(y, x) == 1));
    }
    if (x > 0) {
        plica_assert(tanh(x) >= 0 && cbrt(x) > 0 && atan(x) < 1.6 && (isinf(x) || asinh(x) < 711));
    }
    return 0;
}
