// verdict: holds
// Hints, messages and merging leave the verdict alone.
#include <klee/klee.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_open_merge();
    if (x > 3) klee_warning_once("large");
    klee_close_merge();
    klee_merge();
    klee_set_forking(0);
    klee_prefer_cex(&x, x == 3);
    klee_print_expr("x", x);
    klee_print_range("x", x & 7);
    klee_stack_trace();
    klee_warning("done");
    return 0;
}
