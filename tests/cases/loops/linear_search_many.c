// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A found index holds the value, and is in the array.
#include "plica.h"

static int a[1000000];

static int find(int n, int x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x) return i;
    return -1;
}

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 0 && n <= 1000000);
    PLICA_SYMBOLIC(a);
    int found = find(n, x);
    plica_assert(found == -1 || (found >= 0 && found < n && a[found] == x));
    return 0;
}
