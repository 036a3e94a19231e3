// verdict: violated
// error: assertion-failure at 15
// native: no
// klee_get_value gives one value and restricts nothing.
#include <klee/klee.h>
int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x > 10);
    int one = klee_get_value_i32(x);
    klee_assert(one > 10);
    klee_assert(klee_get_value_i32(7) == 7 && !klee_is_symbolic(one));
    if (x == one) return 0;
    klee_assert(x != one + 1 || y != 3);
    return 0;
}
