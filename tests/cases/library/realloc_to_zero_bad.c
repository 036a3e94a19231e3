// verdict: violated
// error: double-free at 8
// realloc to nothing has freed the block already.
#include <stdlib.h>
#include "plica.h"
int main(void) {
    char *p = malloc(8), *q = realloc(p, plica_range(0, 3, "n"));
    if (!q) free(p);
    else free(q);
    return 0;
}
