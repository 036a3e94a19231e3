// run: check --stack-size 64MiB --time-limit 20s
// loops: compact
// verdict: holds
// A found index holds the value; the search calls itself last.
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
    plica_assert(found == -1 || a[found] == x);
    return 0;
}
