// run: check --time-limit 30s
// loops: compact
// verdict: holds
// No iteration lessens a running maximum, so no element is greater than what is left of it.
#include "plica.h"

static int a[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    int most = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > most) most = a[i];
    plica_assert(a[x] <= most);
    return 0;
}
