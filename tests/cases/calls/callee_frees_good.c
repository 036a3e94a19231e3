// verdict: holds
// A callee frees what it is given and says so; the caller believes it.
#include <stdlib.h>
#include "plica.h"

static int finish(int **p) {
    if (**p > 100) {
        free(*p);
        *p = 0;
        return 1;
    }
    **p += 60;
    return 0;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = plica_range(0, 200, "x");
    int rounds = 0;
    while (!finish(&p)) rounds++;
    plica_assert(p == 0 && rounds <= 2);
    return 0;
}
