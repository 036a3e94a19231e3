// verdict: violated
// error: assertion-failure at 18
// Two calls of the same function take two inputs: what they return can differ.
#include "plica.h"

extern int __VERIFIER_nondet_int(void);

static int die(void) {
    int d = __VERIFIER_nondet_int();
    if (d < 1) return 1;
    if (d > 6) return 6;
    return d;
}

int main(void) {
    int a = die(), b = die(), c = die();
    plica_assert(a + b + c < 19);
    plica_assert(a != 2 || b != 3 || c != 2);
    return 0;
}
