// run: check --time-limit 30s
// loops: compact
// verdict: holds
// What a remembered position names only falls.
#include "plica.h"

static int a[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    int where = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < a[where]) where = i;
    plica_assert(a[where] <= a[x]);
    return 0;
}
