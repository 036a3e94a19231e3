// run: check --stack-size 16KiB
// loops: compact
// verdict: violated
// error: stack-overflow at 6
// native: no
static unsigned f(unsigned n) { return n == 0 ? 0 : f(n - 1) + 1; }
#include "plica.h"
int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n <= 1000);
    plica_assert(f(n) == n);
    return 0;
}
