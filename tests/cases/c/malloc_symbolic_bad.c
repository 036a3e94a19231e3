// verdict: violated
// error: out-of-bounds at 12
// The size in bytes wraps around for large n.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), bytes = n * 4;
    if (n == 0 || bytes == 0) return 0;
    int *block = malloc(bytes);
    if (!block) return 0;
    block[n - 1] = 0;
    free(block);
    return 0;
}
