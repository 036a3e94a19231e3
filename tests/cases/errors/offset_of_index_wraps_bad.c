// An index times the size of an element wraps round to the offset of another one.
// verdict: violated
// error: out-of-bounds at 16
// error: out-of-bounds at 17
// error: out-of-bounds at 18
// error: out-of-bounds at 19
#include <stdlib.h>
#include "plica.h"
int main(void) {
    int all[8] = {0};
    long i = plica_long("i");
    unsigned long n = plica_ulong("n");
    int *block = calloc(8, sizeof *block);
    if (!block) return 0;
    int which = plica_range(0, 4, "which");
    if (which == 0) return all[1L << 62];
    if (which == 1 && (unsigned long)i << 2 == 4) return all[i];
    if (which == 2 && (unsigned long)i << 2 == 4) return block[i];
    if (which == 3 && n * 4 == 8) return *(block + n);
    free(block);
    return 0;
}
