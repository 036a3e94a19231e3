// run: check --time-limit 60s --max-errors 8
// verdict: violated
// error: assertion-failure at 17
// error: assertion-failure at 24
// error: assertion-failure at 33
// What was left of a number on one path is not what is left of it where paths meet, or once it has changed.
#include "plica.h"

static unsigned char all[8];

int main(void) {
    int n = plica_int("n"), which = plica_int("which");
    PLICA_SYMBOLIC(all);
    plica_assume(n >= 1 && n <= 5);
    if (which == 0) {
        int m = n == 3 ? n + 1 : n;
        plica_assert(m != 5);
    } else if (which == 1) {
        int m = n, i = 0;
        while (i < n) {
            i++;
            if (i == 4) m += i;
        }
        plica_assert(m != 9);
    } else if (which == 2) {
        unsigned char seen = 0;
        for (int i = 0; i < 3; i++) {
            if (all[i] == 7) seen = all[i];
            else if (all[i] < 1) seen = all[i] + 1;
            all[i] += seen;
        }
        // 7 becomes 14, what comes after it 7 more.
        plica_assert(all[2] != 14 || seen != 7 || all[0] == 8);
    }
    return 0;
}
