// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: out-of-bounds at 13
// The last index is out of bounds.
#include "plica.h"

static int a[100000];

int main(void) {
    int n = plica_int("n");
    plica_assume(n <= 100000 + 1);
    for (int i = 0; i < n; i++) a[i] = 1;
    return 0;
}
