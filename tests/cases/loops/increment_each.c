// run: check --time-limit 20s
// verdict: holds
// Every element is one more than it was.
#include "plica.h"

static unsigned a[5];

int main(void) {
    int n = plica_int("n"), any = plica_int("any");
    plica_assume(n >= 0 && n <= 5 && any >= 0 && any < n);
    PLICA_SYMBOLIC(a);
    unsigned before = a[any];
    for (int i = 0; i < n; i++) a[i]++;
    plica_assert(a[any] == before + 1);
    return 0;
}
