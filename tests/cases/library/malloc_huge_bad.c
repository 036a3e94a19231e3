// verdict: violated
// error: null-dereference at 11
// A number that says "none" is taken for a length, and nobody asks whether the block is there.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    size_t n = 3;
    if (plica_int("text") < 0) n = (size_t)-1;
    char *p = malloc(n);
    p[0] = 'x';
    free(p);
    return 0;
}
