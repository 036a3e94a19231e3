// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 14
// The third input may be the one.
#include "plica.h"

int main(void) {
    int n = plica_int("n"), sum = 0;
    plica_assume(n >= 3);
    for (int i = 0; i < n; i++) {
        int x = plica_int("x");
        if (x < 0 || x > 10) return 0;
        sum += x;
        plica_assert(sum <= 25);
    }
    return 0;
}
