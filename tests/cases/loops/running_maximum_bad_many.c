// run: check --time-limit 30s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 17
// The first element is left out.
#include "plica.h"

static int a[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 1 && n <= 1000 && x >= 0 && x < n);
    PLICA_SYMBOLIC(a);
    int most = 0;
    for (int i = 1; i < n; i++)
        if (a[i] > most) most = a[i];
    plica_assert(a[x] <= most);
    return 0;
}
