// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Every index is in bounds.
#include "plica.h"

static int a[100000];

int main(void) {
    int n = plica_int("n");
    plica_assume(n <= 100000);
    for (int i = 0; i < n; i++) a[i] = 1;
    return 0;
}
