// verdict: holds
// Each call makes a new object: two of them never share memory.
#include <stdlib.h>
#include "plica.h"

static int *cell(int value) {
    int *p = malloc(sizeof *p);
    *p = value;
    return p;
}

int main(void) {
    int x = plica_int("x");
    int *a = cell(x), *b = cell(x);
    plica_assert(a != b && *a == *b);
    *a = x + 1;
    plica_assert(*b == x && *a != *b);
    free(a);
    free(b);
    return 0;
}
