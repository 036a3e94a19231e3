// verdict: violated
// error: use-after-free at 8
// A callee frees what it is given, on one path; the caller goes on with it.
#include <stdlib.h>
#include "plica.h"

static int finish(int *p, int last) {
    int value = *p;
    if (last) free(p);
    return value;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = plica_int("x");
    int a = finish(p, *p == 3);
    int b = finish(p, 1);
    return a - b;
}
