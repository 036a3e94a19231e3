// verdict: holds
// A search returns null when it finds nothing, which the caller excludes.
#include "plica.h"

static const int *find(const int *v, int n, int x) {
    for (int i = 0; i < n; i++)
        if (v[i] == x) return &v[i];
    return 0;
}

int main(void) {
    int v[3] = {2, 3, 5}, x = plica_range(0, 8, "x");
    if (x != 2 && x != 3 && x != 5) return 0;
    plica_assert(*find(v, 3, x) == x);
    return 0;
}
