// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 15
// Half of the elements may be the one that is counted.
#include "plica.h"

static int a[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x"), k = 0;
    plica_assume(n >= 0 && n <= 1000);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++) k += a[i] == x;
    plica_assert(k != 500);
    return 0;
}
