// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 13
// The last element was left out.
#include "plica.h"

static unsigned char a[6];

int main(void) {
    int n = plica_int("n"), any = plica_int("any");
    plica_assume(n > 0 && n <= 6 && any >= 0 && any < n);
    for (unsigned char *p = a; p < a + n - 1; p++) *p = 7;
    plica_assert(a[any] == 7);
    return 0;
}
