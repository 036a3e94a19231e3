// verdict: violated
// error: abort at 8
// An allocator that gives up instead of returning NULL.
#include <stdlib.h>
#include "plica.h"

static void *reserve(unsigned long n) {
    if (n > 4096) abort();
    return malloc(n);
}

int main(void) {
    free(reserve(plica_ulong("n")));
    return 0;
}
