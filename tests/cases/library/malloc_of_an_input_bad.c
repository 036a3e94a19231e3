// verdict: violated
// error: null-dereference at 12
// error: out-of-bounds at 12
// error: null-dereference at 16
// error: out-of-bounds at 16
// No system has a block of more bytes than addresses: whoever lets somebody else say how many gets none.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *p = malloc(plica_ulong("n"));
    if (plica_bool("first")) p[0] = 'x';
    free(p);
    long items = plica_long("items");
    long *q = malloc(items * sizeof *q);
    if (items < 0) q[0] = 1;
    free(q);
    return 0;
}
