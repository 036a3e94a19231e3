// run: check --checks +float,float-cast
// verdict: violated
// error: float-overflow at 12
// error: float-division-by-zero at 13
// error: not-a-number at 14
// error: float-cast at 15
// error: float-overflow at 16
#include <math.h>
#include "plica.h"
int main(void) {
    int k = plica_range(0, 6, "k");
    double d = 1e200, one = 1, zero = k - 1, x = d * (k == 0 ? d : one);
    if (k == 1) return one / zero > x;
    if (k == 2) x = INFINITY * (zero - 1);
    if (k == 3) return (int)(d + k);
    if (k == 4) return (float)d > one;
    return x / 2 > 3.5;
}
