// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Shifting one by one is shifting at once; behind the width nothing is left.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = plica_uint("x"), x0 = x;
    for (unsigned i = 0; i < n; i++) x >>= 1;
    plica_assert(x == (n > 31 ? 0 : x0 >> n));
    return 0;
}
