// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 20
// A value may be found at the last place.
#include "plica.h"

static int a[5];

static int find(int n, int x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x) return i;
    return -1;
}

int main(void) {
    int n = plica_int("n"), x = plica_int("x");
    plica_assume(n >= 0 && n <= 5);
    PLICA_SYMBOLIC(a);
    int found = find(n, x);
    plica_assert(found < 5 - 1);
    return 0;
}
