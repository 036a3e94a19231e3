// run: check --checks leaks
// verdict: holds
// The twin of memory_leak_bad.c. What a global still points to is not lost.
#include <stdlib.h>
#include "plica.h"

static int *kept;

static int work(int n) {
    int *first = malloc(8 * sizeof *first);
    if (!first) return 1;
    if (n < 0) {
        free(first);
        return 2;
    }
    kept = first;
    return 0;
}

int main(void) { return work(plica_int("n")); }
