// run: check --time-limit 30s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 17
// One iteration may have counted nothing.
#include "plica.h"

static int a[1000], b[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x"), equal = 0;
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    PLICA_SYMBOLIC(b);
    for (int i = 0; i < n; i++)
        if (a[i] == b[i]) equal++;
    if (equal >= n - 1) plica_assert(a[x] == b[x]);
    return 0;
}
