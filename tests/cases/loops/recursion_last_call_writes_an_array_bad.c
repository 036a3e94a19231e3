// run: check --time-limit 20s
// loops: compact
// verdict: violated
// error: assertion-failure at 21
// Only the last call writes the array, at an index that is not known, and every return reads it.
#include "plica.h"

unsigned char a[8];

unsigned f(unsigned n, unsigned m) {
    if (n == 0) {
        a[m & 7] = 1;
        return 0;
    }
    unsigned r = f(n - 1, m);
    return r + a[3];
}

int main(void) {
    unsigned char n = plica_uchar("n"), m = plica_uchar("m");
    plica_assert(f(n, m) == 0);
    return 0;
}
