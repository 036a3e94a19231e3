// verdict: holds
// A length of 32 bits is never too large for the machine; of any other somebody asks whether the block is there.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    unsigned few = plica_uint("few");
    char *p = malloc((unsigned long)few + 1);
    p[few] = 'x';
    free(p);
    unsigned long many = plica_ulong("many");
    plica_assume(many != 0);
    char *q = malloc(many);
    if (!q) {
        plica_assert(many >= 1UL << 47);
        return 0;
    }
    q[0] = 'x';
    free(q);
    return 0;
}
