// run: check --allocation may-fail
// verdict: holds
// Each iteration has its own block, which may be missing.
#include <stdlib.h>
#include "plica.h"
int main(void) {
    unsigned n = plica_uint("n") & 3;
    for (unsigned i = 0; i < n; i++) {
        int *p = malloc(4);
        if (!p) return 1;
        *p = 3;
        free(p);
    }
    return 0;
}
