// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 15
// An array copied the other way round is not equal.
#include "plica.h"

static int a[100000], b[100000];

int main(void) {
    int n = plica_int("n");
    plica_assume(n >= 0 && n <= 100000);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];
    for (int i = 0; i < n; i++) plica_assert(a[i] == b[i]);
    return 0;
}
