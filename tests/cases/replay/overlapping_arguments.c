//! Two pointers into one array, one element apart: what is written through one is read through the other.
//! verdict: holds
#include "plica.h"

static int step(int *p, int *q) {
    if (*p > 10) *p = 10;
    q[1] = *p;
    if (p[0] > q[1]) return 1;
    if (*q == 3) return 2;
    return 0;
}

int main(void) {
    int a[3] = {plica_int("x"), plica_int("y"), 7};
    int before = a[0], second = a[1];
    plica_assert(step(a, a) != 1);
    plica_assert(a[1] == (before > 10 ? 10 : before));
    (void)second;
    int r = step(a + 1, a);
    plica_assert(r == 0 || r == 2);
    plica_assert(r != 2 || a[0] == 3);
    plica_assert(step(a + 1, a + 1) != 1);
    return 0;
}
