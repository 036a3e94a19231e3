// verdict: holds
// The twin of invalid_free_stack_bad.c.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char small[8];
    unsigned n = plica_uint("n");
    plica_assume(n > 0 && n < 100);
    char *p = n <= sizeof small ? small : malloc(n);
    if (!p) return 1;
    p[n - 1] = 0;
    if (p != small) free(p);
    return 0;
}
