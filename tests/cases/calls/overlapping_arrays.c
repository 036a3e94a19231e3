// verdict: holds
// The two arrays of a copying function overlap: element by element, the first one spreads.
#include "plica.h"

static void copy(int *to, const int *from, int n) {
    for (int i = 0; i < n; i++) to[i] = from[i];
}

int main(void) {
    int v[5] = {1, 2, 3, 4, 5}, w[5] = {1, 2, 3, 4, 5};
    v[0] = w[0] = plica_int("first");
    copy(v + 1, v, 4);
    plica_assert(v[4] == v[0] && v[2] == v[0]);
    copy(w, w + 1, 4);
    plica_assert(w[0] == 2 && w[3] == 5 && w[4] == 5);
    return 0;
}
