// verdict: violated
// error: null-dereference at 16
// A search returns null when it finds nothing, and one caller does not look.
#include "plica.h"

static const int *find(const int *v, int n, int x) {
    for (int i = 0; i < n; i++)
        if (v[i] == x) return &v[i];
    return 0;
}

int main(void) {
    int v[3] = {2, 3, 5}, x = plica_range(2, 6, "x");
    const int *p = find(v, 3, x);
    if (p) plica_assert(*p == x && p - v < 3);
    return *find(v, 3, x + 1);
}
