// run: check --time-limit 20s
// verdict: holds
// A function returns from the middle of its loop.
#include "plica.h"

static int root(int x) {
    for (int i = 0; i < 6; i++)
        if (3 * i >= x) return i;
    return -1;
}

int main(void) {
    int x = plica_int("x"), r = root(x);
    plica_assert(r == -1 ? x > 3 * (6 - 1) : 3 * r >= x && (r == 0 || 3 * (r - 1) < x));
    return 0;
}
