// run: check --time-limit 20s
// loops: compact
// verdict: violated
// error: use-after-free at 16
// The last call frees what every return reads.
#include <stdlib.h>

#include "plica.h"

unsigned f(unsigned n, unsigned char *p) {
    if (n == 0) {
        free(p);
        return 0;
    }
    unsigned r = f(n - 1, p);
    return r + *p;
}

int main(void) {
    unsigned char n = plica_uchar("n");
    unsigned char *p = malloc(1);
    if (!p) return 0;
    *p = 0;
    f(n, p);
    return 0;
}
