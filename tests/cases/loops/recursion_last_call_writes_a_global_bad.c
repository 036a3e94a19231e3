// run: check --time-limit 20s
// loops: compact
// verdict: violated
// error: assertion-failure at 21
// Only the last call writes g, and every return reads it.
#include "plica.h"

int g;

unsigned f(unsigned n) {
    if (n == 0) {
        g = 5;
        return 0;
    }
    unsigned r = f(n - 1);
    return r + g;
}

int main(void) {
    unsigned char n = plica_uchar("n");
    plica_assert(f(n) != 50);
    return 0;
}
