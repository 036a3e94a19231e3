// verdict: violated
// error: out-of-bounds at 8
// The callee's bounds check is off by one: only the array that ends there is left.
#include "plica.h"

static void put(int *v, int n, int at, int value) {
    if (at < 0 || at > n) return;
    v[at] = value;
}

int main(void) {
    int v[8] = {0};
    int at = plica_int("at");
    put(v, 4, at, 1);
    put(v, 7, at, 2);
    put(v, 8, at, 3);
    return 0;
}
