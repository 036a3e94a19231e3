// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 15
// Many bytes may have any sum that is not too large.
#include "plica.h"

static unsigned char a[1000];

int main(void) {
    unsigned n = plica_uint("n"), sum = 0;
    plica_assume(n <= 1000);
    PLICA_SYMBOLIC(a);
    for (unsigned i = 0; i < n; i++) sum += a[i];
    plica_assert(sum != 123456);
    return 0;
}
