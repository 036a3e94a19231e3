// run: check --time-limit 20s
// verdict: holds
// What one counter loses the other gains.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = n, y = 0;
    plica_assume(n < 20);
    while (x > 0) {
        x--;
        y++;
    }
    plica_assert(y == n);
    return 0;
}
