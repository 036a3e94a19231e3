// verdict: violated
// error: assertion-failure at 21
// One way back out of the recursion does not restore the global.
#include "plica.h"

static int depth;

static int visit(int n) {
    depth++;
    if (n == 0) return 0;
    int r = visit(n - 1);
    if (n == 4 && r == 3) return -1;
    depth--;
    return r + 1;
}

int main(void) {
    int n = plica_range(0, 8, "n");
    visit(n);
    plica_assert(depth >= 1);
    plica_assert(depth == 1);
    return 0;
}
