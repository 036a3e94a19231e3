// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Two exits below the root, whatever the length: three nodes (see crates/plica/tests/loops.rs).
#include "plica.h"
static int a[256];
int main(void) {
    PLICA_SYMBOLIC(a);
    int n = plica_uchar("n"), x = plica_int("x"), i = 0;
    while (i < n && a[i] != x) i++;
    plica_assert(i == n || a[i] == x);
    return 0;
}
