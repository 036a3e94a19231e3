// verdict: violated
// error: assertion-failure at 20
// A path of the callee is impossible in the first context and needed in the second, made of the first one's result.
#include "plica.h"

static int grow(int x) {
    if (x < 10) return x + 7;
    if (x < 20) return x * 2;
    return x == 26 ? -1 : x;
}

int main(void) {
    int x = plica_range(0, 10, "x");
    int once = grow(x);
    plica_assert(once >= 7 && once < 17);
    int twice = grow(once);
    plica_assert(twice >= 14 && twice <= 32);
    int thrice = grow(twice);
    plica_assert(thrice >= 20 || thrice == -1);
    plica_assert(thrice >= 20);
    return 0;
}
