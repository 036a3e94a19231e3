// verdict: holds
// All three loops, break and continue; a do loop runs at least once.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), digits = 0, rest;
    plica_assume(n < 10000);
    rest = n;
    do digits++;
    while (rest /= 10);
    plica_assert(digits >= 1 && digits <= 4);
    plica_assert((n >= 1000) == (digits == 4));

    int odd = 0, last = -1;
    for (int i = 0;; i++) {
        if (i == 9) break;
        if (i % 2 == 0) continue;
        odd++;
        last = i;
    }
    plica_assert(odd == 4 && last == 7);
    return 0;
}
