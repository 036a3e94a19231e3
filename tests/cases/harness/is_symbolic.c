// verdict: violated
// error: assertion-failure at 10
// native: no
// Whether a value is symbolic is answered in the confirming run as it was while exploring.
#include <klee/klee.h>
int main(void) {
    int x, y = 3;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assert(klee_is_symbolic(x) && !klee_is_symbolic(y));
    if (klee_is_symbolic(x)) klee_assert(x != 3);
    return 0;
}
