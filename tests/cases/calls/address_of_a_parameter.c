// verdict: holds
// A callee hands the address of its own parameter on: the caller's variable is another one.
#include "plica.h"

static void bump(int *p) { (*p)++; }

static int next(int x) {
    bump(&x);
    bump(&x);
    return x;
}

int main(void) {
    int x = plica_range(0, 100, "x"), y = next(x);
    plica_assert(y == x + 2 && x < 100);
    return 0;
}
