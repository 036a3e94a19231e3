// run: check --time-limit 60s --max-errors 1
// verdict: violated
// error: assertion-failure at 9
// Few floats make the series too large, near the bound of what is assumed.
#include "plica.h"
int main(void) {
    float x = plica_float("x"), square = x * x, cube = square * x;
    plica_assume(x > -1.57079632679f && x < 1.57079632679f);
    plica_assert(x - cube / 6 + cube * square / 120 + cube * square * square / 5040 <= 1.008f);
    return 0;
}
