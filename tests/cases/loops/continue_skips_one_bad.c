// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 14
// One number is passed over, if it comes up.
#include "plica.h"

int main(void) {
    int n = plica_int("n"), hole = plica_int("hole"), count = 0;
    plica_assume(n >= 6 && n <= 8);
    for (int i = 0; i < n; i++) {
        if (i == hole) continue;
        count++;
    }
    plica_assert(count == n);
    return 0;
}
