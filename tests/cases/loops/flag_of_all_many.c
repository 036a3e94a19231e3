// run: check --time-limit 30s
// loops: compact
// verdict: holds
// A flag that is as it was at first says that no iteration has cleared it.
#include "plica.h"

static int a[1000], b[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    PLICA_SYMBOLIC(b);
    int same = 1;
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) same = 0;
    if (same) plica_assert(a[x] == b[x]);
    return 0;
}
