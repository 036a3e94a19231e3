// verdict: holds
#include <stdlib.h>
#include "plica.h"
int main(void) {
    int all[8] = {0};
    long i = plica_long("i");
    unsigned long n = plica_ulong("n");
    int *block = calloc(8, sizeof *block);
    if (!block) return 0;
    int sum = 0;
    if (i >= 0 && i < 8) sum += all[i] + block[i];
    if (n - 4 < 4) sum += *(block + n) + *(block + 8 - n);
    // Below zero is behind where the pointer is.
    if (i > -4 && i <= 0) sum += (all + 4)[i];
    // It is computed, and not used where it wraps round.
    int *far = block + n;
    if (n < 8) sum += *far;
    free(block);
    return sum;
}
