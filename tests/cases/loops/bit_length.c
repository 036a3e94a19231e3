// run: check --time-limit 20s
// verdict: holds
// A number has at most 32 bits.
#include "plica.h"

int main(void) {
    unsigned x = plica_uint("x"), x0 = x, bits = 0;
    while (x) {
        x >>= 1;
        bits++;
    }
    plica_assert(bits <= 32);
    plica_assert(x0 < 256 || bits > 8);
    return 0;
}
