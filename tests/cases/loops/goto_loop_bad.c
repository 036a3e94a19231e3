// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 16
// A loop made of goto comes to 21.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0, x = 0;
    plica_assume(n <= 7);
again:
    if (i >= n) goto done;
    i++;
    x += 3;
    goto again;
done:
    plica_assert(x != 21);
    return 0;
}
