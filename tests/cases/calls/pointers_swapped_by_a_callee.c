// verdict: holds
// A callee swaps two pointers, not what they point to.
#include "plica.h"

static void swap(int **a, int **b) {
    int *t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int x = plica_int("x"), y = plica_int("y"), a = x, b = y, *p = &a, *q = &b;
    if (x > y) swap(&p, &q);
    plica_assert(*p <= *q && a == x && b == y);
    *p = 0;
    plica_assert(x > y ? b == 0 && a == x : a == 0 && b == y);
    return 0;
}
