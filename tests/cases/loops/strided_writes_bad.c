// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 13
// Even elements behind the last one written are 0.
#include "plica.h"

static int a[8];

int main(void) {
    int n = plica_int("n"), any = plica_int("any");
    plica_assume(n >= 0 && n <= 8 / 2 && any >= 0 && any < 8);
    for (int i = 0; i < n; i++) a[2 * i] = 1;
    plica_assert(a[any] == (any % 2 == 0));
    return 0;
}
