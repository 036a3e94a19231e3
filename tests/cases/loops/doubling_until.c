// run: check --time-limit 20s
// verdict: holds
// Doubling until a bound is reached stops at or behind it.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = 1, steps = 0;
    plica_assume(n <= 0x80000000u);
    while (x < n) {
        x *= 2;
        steps++;
    }
    plica_assert(x >= n && steps <= 31);
    plica_assert(n < 2 || x / 2 < n);
    return 0;
}
