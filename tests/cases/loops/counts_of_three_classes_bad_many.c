// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 17
// Three counters over inputs that each iteration reads: any numbers that have the right sum.
#include "plica.h"

int main(void) {
    int n = plica_int("n"), low = 0, middle = 0, high = 0;
    plica_assume(n >= 0 && n <= 1000);
    for (int i = 0; i < n; i++) {
        int c = plica_int("c");
        if (c < 10) low++;
        else if (c < 20) middle++;
        else high++;
    }
    plica_assert(low != 50 || middle != 100 || high <= 200);
    return 0;
}
