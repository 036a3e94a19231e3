// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A sum of numbers between -3 and 100 is between as many times these.
#include "plica.h"

int main(void) {
    int n = plica_int("n"), sum = 0;
    plica_assume(n >= 0 && n <= 1000);
    for (int i = 0; i < n; i++) {
        signed char c = plica_schar("c");
        plica_assume(c >= -3 && c <= 100);
        sum += c;
    }
    plica_assert(sum <= 100 * n && sum >= -3 * n);
    return 0;
}
