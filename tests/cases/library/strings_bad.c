// verdict: violated
// error: assertion-failure at 12
// strncpy does not always terminate what it copies.
#include <string.h>
#include "plica.h"

int main(void) {
    char text[6], name[4] = "";
    plica_make_symbolic(text, sizeof text, "text");
    text[5] = 0;
    strncpy(name, text, sizeof name);
    plica_assert(memchr(name, 0, sizeof name) != NULL);
    return 0;
}
