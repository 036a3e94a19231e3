// verdict: holds
// The assumptions of two calls exclude each other: nothing behind the second is reached.
#include "plica.h"

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int odd(int x) {
    __VERIFIER_assume(x & 1);
    return x;
}

static int even(int x) {
    __VERIFIER_assume(!(x & 1));
    return x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int a = odd(x);
    int b = even(a);
    plica_assert(b != b);
    return 0;
}
