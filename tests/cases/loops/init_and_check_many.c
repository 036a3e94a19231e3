// run: check --time-limit 20s
// loops: compact
// verdict: holds
// What one loop writes the next one finds.
#include "plica.h"

static int a[100000];

int main(void) {
    int n = plica_int("n");
    plica_assume(n >= 0 && n <= 100000);
    for (int i = 0; i < n; i++) a[i] = i + 1;
    for (int i = 0; i < n; i++) plica_assert(a[i] == i + 1);
    return 0;
}
