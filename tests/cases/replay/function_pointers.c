//! A function that calls what it is given.
//! verdict: holds
#include "plica.h"

static int twice(int x) { return x > 10 ? 20 : 2 * x; }
static int less(int x) { return x < -10 ? -10 : x - 1; }

static int apply(int (*f)(int), int x) {
    if (!f) return x;
    int y = f(x);
    return y > 100 ? 100 : y;
}

int main(void) {
    int x = plica_char("x");
    plica_assert(apply(0, x) == x);
    plica_assert(apply(twice, x) <= 20);
    plica_assert(apply(plica_bool("which") ? twice : less, x) <= 100);
    plica_assert(apply(less, 5) == 4);
    return 0;
}
