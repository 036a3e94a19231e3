// run: check --time-limit 20s --checks +overflow
// loops: compact
// verdict: holds
// A counter reaches the greatest int after 2^31 - 1 iterations.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    int x = 0;
    plica_assume(n <= 0x7fffffffu);
    while (n > 0) {
        n--;
        x++;
    }
    return x == 0;
}
