// verdict: violated
// error: out-of-bounds
// The fault shows inside strcpy.
#include <string.h>
#include "plica.h"

int main(void) {
    char text[6], name[4];
    plica_make_symbolic(text, sizeof text, "text");
    text[5] = 0;
    strcpy(name, text);
    return name[0];
}
