// verdict: violated
// error: assertion-failure at 11
// A three-character text that is the number -42.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char text[4];
    plica_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    plica_assert(atoi(text) != -42);
    return 0;
}
