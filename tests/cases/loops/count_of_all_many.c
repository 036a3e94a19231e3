// run: check --time-limit 30s
// loops: compact
// verdict: holds
// A count of all says that each iteration has counted.
#include "plica.h"

static int a[1000], b[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    PLICA_SYMBOLIC(b);
    int equal = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == b[i]) equal++;
    if (equal == n) plica_assert(a[x] == b[x]);
    return 0;
}
