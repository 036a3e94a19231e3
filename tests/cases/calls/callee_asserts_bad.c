// verdict: violated
// error: assertion-failure at 7
// A callee asserts what one of its callers does not make sure of.
#include "plica.h"

static int root(int x) {
    plica_assert(x >= 0 && x <= 100);
    int r = 0;
    while ((r + 1) * (r + 1) <= x) r++;
    return r;
}

int main(void) {
    int x = plica_range(-20, 40, "x");
    if (x >= 10) return root(x);
    return root(x + 19);
}
