// run: check --max-errors 1
// native: no
// verdict: violated
// error: assertion-failure at 13
// Each round is like the one before but for the address of a new block, here as a number with a sign.
#include "plica.h"
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    for (;;) {
        char *block = malloc(1);
        plica_assert((intptr_t)block < (intptr_t)20000 << 36);
        free(block);
    }
}
