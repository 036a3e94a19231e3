// run: check --allocation may-fail --checks +leaks
// verdict: violated
// error: memory-leak
// Where realloc fails the old block is lost.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    if (!p) return 1;
    p = realloc(p, 8);
    free(p);
    return 0;
}
