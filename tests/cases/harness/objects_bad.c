// verdict: violated
// error: out-of-bounds at 10
// error: null-dereference at 13
// native: no
// One byte too many, and a number at which there is nothing.
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
    char *p = malloc(8);
    if (klee_range(0, 2, "which")) klee_check_memory_access(p, klee_range(7, 10, "n"));
    free(p);
    klee_define_fixed_object((void *)0x980, 4);
    ((char *)0x980)[klee_range(0, 5, "i")] = 1;
    return 0;
}
