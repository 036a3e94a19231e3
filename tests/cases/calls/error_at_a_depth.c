// verdict: violated
// error: error-call at 8
// The error is inside the recursion, at a depth that only some inputs reach.
#include "plica.h"

static void descend(int n, int depth) {
    plica_assert(depth <= 10);
    if (depth == 7 && n == 2) plica_error("seven deep, two left");
    if (n > 0) descend(n - 1, depth + 1);
}

int main(void) {
    descend(plica_range(0, 10, "n"), plica_range(0, 2, "depth"));
    return 0;
}
