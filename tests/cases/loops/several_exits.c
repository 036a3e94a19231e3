// run: check --time-limit 20s
// verdict: holds
// By which exit a loop was left tells what is so.
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
    plica_assert(why == 0 ? i == n : why == 1 ? a[i] < 0 : i == limit && a[i] >= 0);
    return 0;
}
