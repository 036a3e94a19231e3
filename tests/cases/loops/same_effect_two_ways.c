// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Both sides of a branch do the same: one loop, not two.
#include "plica.h"

static int a[100000];

int main(void) {
    int n = plica_int("n"), count = 0;
    plica_assume(n >= 0 && n <= 100000);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++) {
        if (a[i] > 0 && a[i] < 100)
            count++;
        else
            count += 1;
    }
    plica_assert(count == n);
    return 0;
}
