// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A power of three is odd, however high.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = 1;
    for (unsigned i = 0; i < n; i++) {
        x *= 3;
    }
    plica_assert(x & 1);
    return 0;
}
