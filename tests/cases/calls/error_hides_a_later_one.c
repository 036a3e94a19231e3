// verdict: violated
// error: assertion-failure at 8
// error: error-call at 16
// A path ends at its first error: the assertion behind the call cannot fail on what is left.
#include "plica.h"

static int check(int x) {
    plica_assert(x != 7);
    return x;
}

int main(void) {
    int x = plica_range(0, 20, "x");
    check(x);
    plica_assert(x != 7);
    if (x == 9) plica_error("nine");
    return 0;
}
