// verdict: violated
// error: out-of-bounds at 9
// The callee's array has as many elements as its argument says; one context writes behind it.
#include "plica.h"

static int last(int n, int at) {
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i;
    v[at] = 7;
    return v[n - 1];
}

int main(void) {
    int n = plica_range(1, 5, "n");
    plica_assert(last(n, n - 1) == 7);
    plica_assert(last(n + 1, 0) == n);
    if (n != 3) last(4, n);
    return 0;
}
