// verdict: holds
// The callee calls a function that nobody has, for arguments that its callers never pass.
#include "plica.h"

extern int missing(int);

static int helper(int x) {
    if (x < 0) return missing(x);
    return x / 2;
}

int main(void) {
    int x = plica_range(0, 100, "x");
    plica_assert(helper(x) < 50);
    return 0;
}
