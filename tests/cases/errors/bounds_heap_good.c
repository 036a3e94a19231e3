// verdict: holds
// The twin of bounds_heap_bad.c.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n >= 1 && n <= 1000);
    char *text = malloc(n + 1);
    if (!text) return 0;
    text[0] = 'x';
    text[n] = 0;
    free(text);
    return 0;
}
