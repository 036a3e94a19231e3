// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 14
// A flag that has toggled an odd number of times is set.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), flag = 0, mask = plica_uint("mask"), kept = mask;
    plica_assume(n <= 9);
    for (unsigned i = 0; i < n; i++) {
        flag ^= 1;
        mask = ~mask;
    }
    plica_assert(n < 7 || !flag || mask == kept);
    return 0;
}
