// verdict: violated
// error: null-dereference at 9
// A callee calls back what it is given; one caller gives null.
#include "plica.h"

static int twice(int x) { return 2 * x; }

static int apply(int (*f)(int), int x) {
    return f(x);
}

int main(void) {
    int x = plica_range(0, 20, "x");
    plica_assert(apply(twice, x) == 2 * x);
    return apply(x == 13 ? 0 : twice, x);
}
