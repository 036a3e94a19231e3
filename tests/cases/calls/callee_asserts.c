// verdict: holds
// A callee asserts what its callers make sure of.
#include "plica.h"

static int root(int x) {
    plica_assert(x >= 0 && x <= 100);
    int r = 0;
    while ((r + 1) * (r + 1) <= x) r++;
    return r;
}

int main(void) {
    int x = plica_int("x");
    if (x >= 10 && x <= 40) {
        int r = root(x);
        plica_assert(r >= 3 && r <= 6 && r * r <= x);
    } else {
        plica_assert(root(x & 15) <= 3);
    }
    return 0;
}
