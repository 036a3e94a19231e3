// verdict: holds
// A callee compares its two pointers.
#include "plica.h"

static int same(const int *a, const int *b) { return a == b; }

int main(void) {
    int v[3] = {1, 1, 1}, i = plica_range(0, 3, "i"), j = plica_range(0, 3, "j");
    plica_assert(same(&v[i], &v[j]) == (i == j));
    plica_assert(same(&v[1], v + 1) && !same(&v[0], &i));
    return 0;
}
