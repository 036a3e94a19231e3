// run: check --checks +leaks
// verdict: violated
// error: memory-leak
// native: no
// A callee allocates and gives the memory back on all paths but one.
#include <stdlib.h>
#include "plica.h"

static int work(int x) {
    int *p = malloc(sizeof *p);
    *p = x;
    if (*p == 5) return -1;
    int r = *p + 1;
    free(p);
    return r;
}

int main(void) {
    int x = plica_range(0, 10, "x"), r = work(x);
    plica_assert(r == x + 1 || x == 5);
    return 0;
}
