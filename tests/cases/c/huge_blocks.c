// verdict: undecided
// reason: access at offset 17592186044415 of an object
// reason: access at offset 70368744177664 of an object
// reason: 1099511627776 bytes filled at once
// reason: 274877906944 bytes copied at once
// These made plica run out of memory.
#include "plica.h"
#include <stdlib.h>
#include <string.h>

static char both_ends[1 << 28];

int main(void) {
    unsigned long n = plica_ulong("n");
    int what = plica_range(0, 5, "what");
    char *p = 0;
    switch (what) {
    case 0:
        p = malloc(1UL << 44);
        p[(1UL << 44) - 1] = 1;
        break;
    case 1:
        p = malloc(n);
        if (p && n > (1UL << 46)) p[1UL << 46] = 1;
        break;
    case 2:
        p = malloc(1UL << 40);
        memset(p, 0, 1UL << 40);
        break;
    case 3:
        p = malloc(1UL << 38);
        p[3] = 7;
        p = realloc(p, 1UL << 39);
        break;
    default:
        both_ends[0] = 1;
        both_ends[sizeof both_ends - 1] = 2;
        if (n < sizeof both_ends) plica_assert(both_ends[n] <= 2);
        break;
    }
    free(p);
    return 0;
}
