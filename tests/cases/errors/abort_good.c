// verdict: holds
// The twin of abort_bad.c: exit is a regular end.
#include <stdlib.h>
#include "plica.h"

static void *reserve(unsigned long n) {
    if (n > 4096) exit(1);
    return malloc(n);
}

int main(void) {
    free(reserve(plica_ulong("n")));
    return 0;
}
