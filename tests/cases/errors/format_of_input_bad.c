// verdict: violated
// error: invalid-builtin at 13
// error: null-dereference at 13
// A text from outside as a format: whoever writes it writes the conversions, too. One that has an argument may be of
// another type than that.
#include "plica.h"
#include <stdio.h>

int main(void) {
    char line[4];
    PLICA_SYMBOLIC(line);
    line[3] = 0;
    printf(line, 7);
    return 0;
}
