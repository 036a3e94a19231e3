// run: check --time-limit 20s
// verdict: holds
// What holds in every iteration.
#include "plica.h"

static int a[6];

int main(void) {
    int n = plica_int("n");
    plica_assume(n >= 0 && n <= 6);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++) {
        if (a[i] != i) return 0;
        plica_assert(a[i] + 1 > 0);
    }
    return 0;
}
