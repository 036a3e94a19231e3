// verdict: holds
// As glibc has it: realloc to nothing frees the block and gives null; without a block it is malloc.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    unsigned n = plica_range(0, 3, "n");
    char *p = malloc(8), *q = realloc(p, n);
    plica_assert((q == 0) == (n == 0));
    free(q);
    char *r = realloc(0, 0);
    plica_assert(r != 0);
    free(r);
    int *array = reallocarray(0, 3, sizeof *array);
    array[2] = 1;
    plica_assert(reallocarray(array, (size_t)-1, 2) == 0 && array[2] == 1);
    plica_assert(reallocarray(array, 0, 2) == 0);
    return 0;
}
