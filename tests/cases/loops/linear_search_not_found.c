// run: check --time-limit 20s
// loops: compact
// verdict: holds
// What is not found is nowhere: here not at a place that the input names.
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
    int any = plica_int("any");
    if (found == -1 && any >= 0 && any < n) plica_assert(a[any] != x);
    return 0;
}
