// run: check --time-limit 30s
// loops: compact
// verdict: holds
// A running minimum of those that are used: it is at most what it was at first, and at most each of these.
#include "plica.h"

static int a[1000], b[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    PLICA_SYMBOLIC(b);
    int least = 100;
    for (int i = 0; i < n; i++)
        if (b[i] && a[i] < least) least = a[i];
    plica_assert(least <= 100 && (!b[x] || least <= a[x]));
    return 0;
}
