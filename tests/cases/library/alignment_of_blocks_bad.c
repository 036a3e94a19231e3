// verdict: violated
// error: null-dereference at 11
// Nobody asks whether there is a block of such an alignment.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    void *block = NULL;
    size_t alignment = plica_uint("alignment");
    posix_memalign(&block, alignment, 24);
    ((char *)block)[23] = 1;
    free(block);
    return 0;
}
