// run: check --max-errors 1
// native: no
// verdict: violated
// error: assertion-failure at 17
// Each round is like the one before but for the number that a new block's address is: no state comes again.
#include "plica.h"
#include <stdint.h>
#include <stdlib.h>

static uintptr_t first;

int main(void) {
    for (;;) {
        char *block = malloc(1);
        if (!block) return 0;
        if (!first) first = (uintptr_t)block;
        plica_assert((uintptr_t)block - first < first * 20000);
        free(block);
    }
}
