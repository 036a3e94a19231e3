// verdict: violated
// error: invalid-free at 14
// The pointer was moved along before it is released.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *text = malloc(4);
    if (!text) return 1;
    text[0] = plica_char("first");
    text[1] = 0;
    char *p = text;
    while (*p == ' ') p++;
    free(p);
    return 0;
}
