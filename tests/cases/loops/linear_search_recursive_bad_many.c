// run: check --stack-size 64MiB --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 22
// A value may be found behind the third place by a search that calls itself.
#include "plica.h"

static int a[1000000], n;

static int find(int i, int x) {
    if (i >= n) return -1;
    if (a[i] == x) return i;
    return find(i + 1, x);
}

int main(void) {
    n = plica_int("n");
    int x = plica_int("x");
    plica_assume(n >= 0 && n <= 1000000);
    PLICA_SYMBOLIC(a);
    int found = find(0, x);
    plica_assert(found <= 3);
    return 0;
}
