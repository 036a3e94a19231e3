// verdict: violated
// error: assertion-failure at 17
// The callee assumes something on one of its paths only.
#include "plica.h"

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void less_unless_zero(int a, int b) {
    if (a != 0) __VERIFIER_assume(a < b);
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    less_unless_zero(x, y);
    plica_assert(x < y || x == 0);
    plica_assert(x < y || y > -5);
    return 0;
}
