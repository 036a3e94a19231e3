// run: check --time-limit 60s
// loops: compact
// verdict: holds
// Subtracting until it is small leaves the remainder.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = n, times = 0;
    plica_assume(n <= 0xffffffffu);
    while (x >= 3) {
        x -= 3;
        times++;
    }
    plica_assert(x < 3 && x + 3 * times == n);
    return 0;
}
