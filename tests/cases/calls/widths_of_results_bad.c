// verdict: violated
// error: assertion-failure at 16
// A result is cut off by the return type, and extended again by the caller.
#include "plica.h"

static unsigned char low(int x) { return (unsigned char)x; }
static short middle(long x) { return (short)(x >> 8); }

int main(void) {
    int x = plica_range(0, 70000, "x");
    int l = low(x), m = middle(x);
    plica_assert(l >= 0 && l <= 255);
    plica_assert(m == (x >> 8));
    int n = middle((long)x << 8);
    plica_assert(n == x || x > 32767);
    plica_assert(n > -500 || x < 65000);
    return 0;
}
