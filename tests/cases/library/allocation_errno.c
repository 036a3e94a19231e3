// run: check --allocation may-fail
// verdict: holds
// An allocation that fails says so in errno, but for posix_memalign, which returns it.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"

static void fails(void *block) {
    plica_assert(!block && errno == ENOMEM);
    errno = 0;
}

static void may_fail(void *block) {
    plica_assert(block ? errno == 0 : errno == ENOMEM);
    errno = 0;
    free(block);
}

int main(void) {
    size_t huge = (size_t)-1 / 2;
    void *block = NULL;
    errno = 0;
    fails(malloc(huge));
    fails(calloc(huge, 4));
    fails(realloc(NULL, huge));
    fails(reallocarray(NULL, huge, 4));
    fails(aligned_alloc(16, huge));
    plica_assert(posix_memalign(&block, 16, huge) == ENOMEM && errno == 0);
    may_fail(malloc(8));
    may_fail(calloc(2, 4));
    may_fail(realloc(NULL, 8));
    may_fail(strdup("abc"));
    return 0;
}
