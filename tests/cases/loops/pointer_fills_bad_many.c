// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 14
// The last element was left out.
#include "plica.h"

static unsigned char a[1000000];

int main(void) {
    int n = plica_int("n"), any = plica_int("any");
    plica_assume(n > 0 && n <= 1000000 && any >= 0 && any < n);
    for (unsigned char *p = a; p < a + n - 1; p++) *p = 7;
    plica_assert(a[any] == 7);
    return 0;
}
