// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 17
// A loop made of goto comes to 21.
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
    plica_assert(x != 21);
    return 0;
}
