// verdict: violated
// error: assertion-failure at 14
// errno is what the last function that failed has set, not what it was before.
#include <errno.h>
#include <stdlib.h>
#include "plica.h"

int main(void) {
    size_t n = plica_uint("n");
    errno = 0;
    char *block = malloc(n << 32);
    free(block);
    if (n > 8 && errno != 0) plica_assert(errno == ENOMEM);
    plica_assert(errno == 0);
    return 0;
}
