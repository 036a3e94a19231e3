// Of a sum of constants that overflows the IR has what it wraps round to.
// run: check --checks +overflow
// verdict: violated
// error: signed-overflow at 14
// error: signed-overflow at 15
// error: signed-overflow at 16
// error: signed-overflow at 17
// error: signed-overflow at 18
// error: signed-overflow at 19
#include "plica.h"
int main(void) {
    const int most = 2147483647;
    int which = plica_range(0, 6, "which"), x = plica_int("x");
    if (which == 0) return most + 1;
    if (which == 1) return -(-most - 1);
    if (which == 2) return (int)(1000000 * 1000000L) + 30 * 24 * 60 * 60 * 1000;
    if (which == 3) return x + 1;
    if (which == 4) return -x;
    return x * 3 - (which += x);
}
