// verdict: holds
// The index is counted while the calls return.
#include "plica.h"

static int a[100000], n;

static int find(int i, int x) {
    if (i >= n) return -1;
    if (a[i] == x) return 0;
    int rest = find(i + 1, x);
    return rest < 0 ? -1 : rest + 1;
}

int main(void) {
    n = plica_int("n");
    int x = plica_int("x");
    plica_assume(n >= 0 && n <= 100000);
    PLICA_SYMBOLIC(a);
    int found = find(0, x);
    plica_assert(found == -1 || a[found] == x);
    return 0;
}
