// run: check --max-errors 1
// native: no
// verdict: violated
// error: assertion-failure at 13
// Each round is like the one before but for the address of a new block, here with its bytes in another order.
#include "plica.h"
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    for (;;) {
        char *block = malloc(1);
        plica_assert(__builtin_bswap64((uintptr_t)block) != __builtin_bswap64((uintptr_t)20000 << 36));
        free(block);
    }
}
