// run: check --time-limit 60s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 16
// What fails in one iteration.
#include "plica.h"

static int a[100000];

int main(void) {
    int n = plica_int("n");
    plica_assume(n >= 0 && n <= 100000);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++) {
        if (a[i] != i) return 0;
        plica_assert(a[i] < 100000 - 1);
    }
    return 0;
}
