// verdict: holds
// An alignment is a power of two and a multiple of a pointer's size; else nothing is allocated.
#include <errno.h>
#include <stdlib.h>
#include "plica.h"

int main(void) {
    void *block = NULL;
    size_t alignment = plica_uint("alignment");
    errno = 0;
    int failed = posix_memalign(&block, alignment, 24);
    plica_assert(failed == 0 || (failed == EINVAL && !block && errno == 0));
    plica_assert((failed != 0) == (alignment < 8 || (alignment & (alignment - 1)) != 0));
    free(block);

    plica_assert(!aligned_alloc((size_t)-1, 8) && errno == EINVAL);
    return 0;
}
