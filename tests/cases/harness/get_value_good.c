// verdict: holds
// The value can be had, and there is one path only.
#include <klee/klee.h>
int main(void) {
    long x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 3 && x < 5);
    long one = klee_get_valuel(x);
    klee_assert(one == 3 || one == 4);
    klee_assert(klee_get_valued(2.5) == 2.5 && klee_get_valuef(1.5f) == 1.5f);
    return 0;
}
