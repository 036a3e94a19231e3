// run: check --time-limit 20s
// verdict: holds
// A flag that toggles and a mask that is complemented: period two.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), flag = 0, mask = plica_uint("mask"), kept = mask;
    plica_assume(n <= 9);
    for (unsigned i = 0; i < n; i++) {
        flag ^= 1;
        mask = ~mask;
    }
    plica_assert(flag == (n & 1) && mask == (flag ? ~kept : kept));
    return 0;
}
