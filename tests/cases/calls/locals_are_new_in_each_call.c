// verdict: violated
// error: assertion-failure at 16
// native: no
// A local variable of a callee has no value of an earlier call that one could count on.
#include "plica.h"

static int remember(int x, int write) {
    int kept[2];
    if (write) kept[x & 1] = x;
    return kept[x & 1];
}

int main(void) {
    int x = plica_range(0, 10, "x");
    plica_assert(remember(x, 1) == x);
    plica_assert(remember(x, 0) == x);
    return 0;
}
