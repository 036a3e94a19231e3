// verdict: violated
// error: use-after-free at 8
// A block that realloc has freed is written to.
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    char *q = realloc(p, 0);
    p[0] = 1;
    free(q);
    return 0;
}
