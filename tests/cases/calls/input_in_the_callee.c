// verdict: holds
// Each call takes an input of its own, in the range that the callee makes sure of.
#include "plica.h"

extern int __VERIFIER_nondet_int(void);

static int die(void) {
    int d = __VERIFIER_nondet_int();
    if (d < 1) return 1;
    if (d > 6) return 6;
    return d;
}

int main(void) {
    int sum = die() + die() + die();
    plica_assert(sum >= 3 && sum <= 18);
    return 0;
}
