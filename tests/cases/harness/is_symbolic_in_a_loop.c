// verdict: holds
// The counter of a loop is known in each iteration, also where the loop could be folded; so is its value.
#include <klee/klee.h>
static int known(int n) { return !klee_is_symbolic(n); }
int main(void) {
    char x[5];
    int sum = 0;
    klee_make_symbolic(x, sizeof x, "x");
    for (int i = 0; i < 5; i++) {
        if (x[i] > 3) sum += i;
        klee_assert(known(i) && klee_get_value_i32(i) == i);
    }
    klee_assert(!known(x[0]));
    return sum;
}
