// run: check --time-limit 30s
// loops: compact
// verdict: holds
// A remembered position only grows, for it is below the counter; where there is none, no iteration found anything.
#include "plica.h"

static int a[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    int last = -1;
    for (int i = 0; i < n; i++)
        if (a[i] == 7) last = i;
    plica_assert(last < n);
    if (last < 0) plica_assert(a[x] != 7);
    return 0;
}
