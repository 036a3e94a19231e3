// verdict: violated
// error: assertion-failure at 23
// One callee keeps the address of the caller's variable in a global, another writes through it later.
#include "plica.h"

static int *kept;

static void keep(int *p) { kept = p; }

static void poke(int x) {
    if (kept && x > 3) *kept = x;
}

int main(void) {
    int a = 1, b = 2, x = plica_range(0, 6, "x");
    poke(x);
    keep(&a);
    poke(x);
    plica_assert(b == 2 && (a == 1 || a == x));
    keep(&b);
    poke(5);
    plica_assert(b == 5);
    plica_assert(a < 5);
    return 0;
}
