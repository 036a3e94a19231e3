// verdict: holds
// On its own the callee runs for ever or very long with most arguments; its callers pass small even ones.
#include "plica.h"

static int halve(int x) {
    int n = 0;
    while (x != 0) {
        x -= 2;
        n++;
    }
    return n;
}

int main(void) {
    int x = plica_range(0, 5, "x");
    plica_assert(halve(2 * x) == x);
    plica_assert(halve(8) == 4);
    return 0;
}
