// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A copied array is equal.
#include "plica.h"

static int a[100000], b[100000];

int main(void) {
    int n = plica_int("n");
    plica_assume(n >= 0 && n <= 100000);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++) b[i] = a[i];
    for (int i = 0; i < n; i++) plica_assert(a[i] == b[i]);
    return 0;
}
