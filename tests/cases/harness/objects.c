// verdict: holds
// Sizes of objects, accesses that are allowed, and an object at a number.
#include <stdlib.h>
#include <klee/klee.h>
#define PORT ((int *)0x980)
int main(void) {
    char *p = malloc(8), a[5];
    klee_assert(klee_get_obj_size(p) == 8 && klee_get_obj_size(a) == 5);
    klee_check_memory_access(p, 8);
    klee_check_memory_access(p + 3, klee_range(0, 6, "n"));
    free(p);
    klee_define_fixed_object(PORT, 2 * sizeof(int));
    *PORT = 10;
    PORT[klee_range(0, 2, "i")] = 11;
    klee_assert(PORT[0] == 10 || PORT[0] == 11);
    return 0;
}
