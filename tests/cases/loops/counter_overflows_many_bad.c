// run: check --time-limit 20s --max-errors 1 --checks +overflow
// loops: compact
// verdict: violated
// error: signed-overflow at 15
// native: no
// A counter overflows after 2^31 iterations.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    int x = 0;
    plica_assume(n <= 0x80000000u);
    while (n > 0) {
        n--;
        x++;
    }
    return x == 0;
}
