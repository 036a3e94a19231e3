// verdict: violated
// error: null-dereference at 13
// calloc fails when the product of its arguments does not fit; the loop would run past a block that wrapped around.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    size_t n = plica_size("n");
    plica_assume(n == 3 || n == 0x4000000000000001u);
    int *block = calloc(n, sizeof(int));
    if (n == 3) {
        plica_assert(block[2] == 0);
    } else if (block[0] != 1) {
        plica_assert(0);
    }
    free(block);
    return 0;
}
