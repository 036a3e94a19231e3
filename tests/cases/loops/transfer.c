// run: check --time-limit 20s
// loops: compact
// verdict: holds
// What one counter loses the other gains, up to 2^32 times.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    plica_assert(y == n);
    return 0;
}
