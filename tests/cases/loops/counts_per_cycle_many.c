// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Iterations count or do not: never more than there are, and what is not counted by one is counted by the other.
#include "plica.h"

static int a[1000];

int main(void) {
    int n = plica_int("n"), x = plica_int("x"), equal = 0, other = 0;
    plica_assume(n >= 0 && n <= 1000);
    PLICA_SYMBOLIC(a);
    for (int i = 0; i < n; i++) {
        if (a[i] == x) equal++;
        else other += 2;
        plica_assert(equal <= i + 1);
    }
    plica_assert(equal <= n);
    plica_assert(2 * equal + other == 2 * n);
    return 0;
}
