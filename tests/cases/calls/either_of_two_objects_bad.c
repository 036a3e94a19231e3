// verdict: violated
// error: out-of-bounds at 7
// The pointer is to one of three arrays, and one of them is too short for the callee.
#include "plica.h"

static int third(const int *v) {
    return v[2];
}

int main(void) {
    int a[3] = {1, 2, 3}, b[4] = {4, 5, 6, 7}, c[2] = {8, 9};
    int x = plica_range(0, 9, "x");
    const int *p = x < 4 ? a : x < 8 ? b : c;
    int r = third(p);
    plica_assert(x < 4 ? r == 3 : r == 6);
    return 0;
}
