// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A loop made of goto.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0, x = 0;
    plica_assume(n <= 0xffffffffu);
again:
    if (i >= n) goto done;
    i++;
    x += 3;
    goto again;
done:
    plica_assert(x == 3 * n);
    return 0;
}
