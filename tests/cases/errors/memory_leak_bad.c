// run: check --checks leaks
// verdict: violated
// error: memory-leak
// An early return forgets the first of two buffers.
#include <stdlib.h>
#include "plica.h"

static int work(int n) {
    int *first = malloc(8 * sizeof *first);
    if (!first) return 1;
    if (n < 0) return 2;
    first[0] = n;
    free(first);
    return 0;
}

int main(void) { return work(plica_int("n")); }
