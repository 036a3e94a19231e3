// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 25
// The loop may be left by its limit in the middle.
#include "plica.h"

static int a[5];

int main(void) {
    int n = plica_int("n"), limit = plica_int("limit"), i = 0, why = 0;
    plica_assume(n >= 0 && n <= 5);
    PLICA_SYMBOLIC(a);
    while (i < n) {
        if (a[i] < 0) {
            why = 1;
            break;
        }
        if (i == limit) {
            why = 2;
            goto out;
        }
        i++;
    }
out:
    plica_assert(why != 2 || i < 3);
    return 0;
}
