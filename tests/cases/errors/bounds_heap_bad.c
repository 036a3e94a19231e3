// verdict: violated
// error: out-of-bounds at 13
// A string buffer without room for the terminator; its size is an input.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    plica_assume(n >= 1 && n <= 1000);
    char *text = malloc(n);
    if (!text) return 0;
    text[0] = 'x';
    text[n] = 0;
    free(text);
    return 0;
}
