// verdict: holds
// A callee that loops over calls returns from the middle of its loop.
#include "plica.h"

static int valid(int x) { return x % 3 != 0; }

static int first_invalid(const int *v, int n) {
    for (int i = 0; i < n; i++)
        if (!valid(v[i])) return i;
    return n;
}

int main(void) {
    int v[3] = {plica_range(1, 5, "a"), plica_range(1, 5, "b"), plica_range(1, 5, "c")};
    int i = first_invalid(v, 3);
    plica_assert(i == 3 || v[i] == 3);
    plica_assert(i == 0 || v[0] != 3);
    plica_assert(i == 3 || first_invalid(v + i, 3 - i) == 0);
    return 0;
}
