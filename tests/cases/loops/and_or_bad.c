// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 15
// Without an iteration nothing was set.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), set = plica_uint("set"), kept = plica_uint("kept"), bits = plica_uint("bits");
    unsigned set0 = set, kept0 = kept;
    plica_assume(n <= 6);
    for (unsigned i = 0; i < n; i++) {
        set |= bits;
        kept &= bits;
    }
    plica_assert((set & bits) == bits);
    return 0;
}
