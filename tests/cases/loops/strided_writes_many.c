// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Writes to every second element leave the others as they were.
#include "plica.h"

static int a[100000];

int main(void) {
    int n = plica_int("n"), any = plica_int("any");
    plica_assume(n >= 0 && n <= 100000 / 2 && any >= 0 && any < 100000);
    for (int i = 0; i < n; i++) a[2 * i] = 1;
    plica_assert(a[any] == (any % 2 == 0 && any / 2 < n));
    return 0;
}
