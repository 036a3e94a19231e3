// 1000 calls of 32 bytes and a little more: they fit 64 KiB and do not fit 16.
// run: check --stack-size 64KiB
// loops: compact
// verdict: holds
#include "plica.h"
static unsigned f(unsigned n) { return n == 0 ? 0 : f(n - 1) + 1; }
int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n <= 1000);
    plica_assert(f(n) == n);
    return 0;
}
