// verdict: violated
// error: assertion-failure at 29
// A called function is given the places of an array one by one, and the place of a variable always.
#include "plica.h"

static int clip(int *cell, int *clipped) {
    if (*cell > 9) {
        *cell = 9;
        ++*clipped;
        return 1;
    }
    if (*cell < 0) *cell = 0;
    if (*cell == 7) *cell = 6;
    if (*cell == 5) *cell = 4;
    return 0;
}

int main(void) {
    int a[3], b[3], clipped = 0, told = 0;
    plica_make_symbolic(a, sizeof a, "a");
    plica_make_symbolic(b, sizeof b, "b");
    int n = plica_range(0, 4, "n");
    for (int i = 0; i < n; i++) told += clip(a + i, &clipped) + clip(b + i, &clipped);
    plica_assert(told == clipped);
    if (n == 2) {
        plica_assert(clipped <= 4);
        plica_assert(a[0] != 9 || clipped >= 0);
        plica_assert(a[0] != 9 || b[0] != 9 || clipped >= 0);
        plica_assert(a[0] != 9 || b[1] != 9 || clipped > 1);
    }
    return 0;
}
