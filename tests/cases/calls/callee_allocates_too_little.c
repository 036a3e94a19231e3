// verdict: violated
// error: out-of-bounds at 11
// A callee allocates as much as it is told; one caller tells it one too few.
#include <stdlib.h>
#include "plica.h"

static int *row(int n) { return malloc((size_t)n * sizeof(int)); }

static void fill(int *v, int n) {
    for (int i = 0; i < n; i++)
        v[i] = i;
}

int main(void) {
    int n = plica_range(1, 5, "n");
    int *a = row(n);
    fill(a, n);
    plica_assert(a[n - 1] == n - 1);
    free(a);
    int *b = row(n == 3 ? 2 : n);
    fill(b, n);
    free(b);
    return 0;
}
