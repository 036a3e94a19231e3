// run: check --time-limit 20s
// verdict: holds
// Setting and keeping bits: the second iteration changes nothing more.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), set = plica_uint("set"), kept = plica_uint("kept"), bits = plica_uint("bits");
    unsigned set0 = set, kept0 = kept;
    plica_assume(n <= 6);
    for (unsigned i = 0; i < n; i++) {
        set |= bits;
        kept &= bits;
    }
    plica_assert(n == 0 ? set == set0 && kept == kept0 : set == (set0 | bits) && kept == (kept0 & bits));
    return 0;
}
