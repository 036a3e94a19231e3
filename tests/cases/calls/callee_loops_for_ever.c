// verdict: holds
// A callee does not come back for one argument: the caller's assertion is not reached with it.
#include "plica.h"

static int wait_unless(int x, int bad) {
    if (x == bad)
        for (;;) {}
    return x;
}

int main(void) {
    int x = plica_range(0, 6, "x");
    int y = wait_unless(x, 3);
    plica_assert(y != 3);
    return 0;
}
