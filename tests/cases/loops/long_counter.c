// run: check --time-limit 20s
// loops: compact
// verdict: holds
// 2^60 iterations.
#include "plica.h"

int main(void) {
    unsigned long n = plica_ulong("n"), i = 0, x = 0;
    plica_assume(n <= 1ul << 60);
    while (i < n) {
        i++;
        x += 8;
    }
    plica_assert(x == 8 * n && i == n);
    return 0;
}
