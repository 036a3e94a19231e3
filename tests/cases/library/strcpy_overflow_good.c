// verdict: holds
// The twin of strcpy_overflow_bad.c.
#include <string.h>
#include "plica.h"

int main(void) {
    char text[6], name[4];
    plica_make_symbolic(text, sizeof text, "text");
    text[5] = 0;
    if (strlen(text) >= sizeof name) return 1;
    strcpy(name, text);
    return name[0] == 'a';
}
