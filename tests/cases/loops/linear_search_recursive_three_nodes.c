// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Two exits below the root, whatever the length: three nodes (see crates/plica/tests/loops.rs).
#include "plica.h"
static int a[256], n;
static int find(int i, int x) {
    if (i >= n) return -1;
    if (a[i] == x) return i;
    return find(i + 1, x);
}
int main(void) {
    PLICA_SYMBOLIC(a);
    n = plica_uchar("n");
    int found = find(0, plica_int("x"));
    plica_assert(found < n);
    return 0;
}
