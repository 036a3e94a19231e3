// verdict: violated
// error: use-after-free at 9
// A callee frees one parameter and reads the other: in one context they are the same.
#include <stdlib.h>
#include "plica.h"

static int replace(int *old, const int *from) {
    free(old);
    return *from;
}

int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    int x = plica_range(0, 4, "x");
    *a = 1;
    *b = 2;
    int r = replace(a, x == 3 ? a : b);
    plica_assert(r == 2);
    free(b);
    return 0;
}
