// verdict: violated
// error: out-of-bounds at 9
// The same loop over arrays of two sizes: one caller says the wrong one.
#include "plica.h"

static int sum(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void) {
    int few[2] = {1, 1}, more[4] = {1, 2, 3, 4};
    int n = plica_range(0, 4, "n");
    plica_assert(sum(more, n) <= 6);
    if (n != 2) return 0;
    plica_assert(sum(few, n) == 2);
    return sum(few, n + 1);
}
