// verdict: holds
// The same loop over arrays of two sizes: each caller says how long its array is.
#include "plica.h"

static int sum(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}

int main(void) {
    int few[2] = {plica_range(0, 10, "a"), 1}, more[4] = {1, 2, plica_range(0, 10, "b"), 4};
    plica_assert(sum(few, 2) <= 10 && sum(more, 4) >= 7);
    plica_assert(sum(more + 2, 2) == more[2] + 4);
    return 0;
}
