// verdict: holds
// The twin of invalid_free_middle_bad.c.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *text = malloc(4);
    if (!text) return 1;
    text[0] = plica_char("first");
    text[1] = 0;
    char *p = text;
    while (*p == ' ') p++;
    free(text);
    return 0;
}
