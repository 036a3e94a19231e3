// verdict: holds
// What a callee assumes holds for its caller from then on, also of what was there before the call.
#include "plica.h"

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void less(int a, int b) { __VERIFIER_assume(a < b); }

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    int before = x > 5;
    less(x, y);
    less(y, z);
    plica_assert(x < z);
    less(z, 4);
    plica_assert(!before);
    return 0;
}
