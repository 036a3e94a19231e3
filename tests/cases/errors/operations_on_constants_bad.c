// The IR has the results of operations on constants alone, and of these there are none.
// verdict: violated
// error: division-by-zero at 12
// error: division-by-zero at 13
// error: shift-range at 14
// error: shift-range at 15
// error: shift-range at 17
#include "plica.h"
int main(void) {
    const int zero = 0;
    int which = plica_range(0, 5, "which"), x = plica_int("x"), y = plica_int("y");
    if (which == 0) return 1 / zero;
    if (which == 1) return (x && 1 % 0) ? y : 0;
    if (which == 2) return 1 << 32;
    if (which == 3) return 1 >> -1;
    long far = (long)x << 32;
    return far > 0 ? 1 << far : x >> 3;
}
