// verdict: violated
// error: invalid-builtin at 13
// error: invalid-builtin at 21
// error: null-dereference at 21
// A text from outside as a format: whoever writes it writes the conversions, too.
#include "plica.h"
#include <stdarg.h>
#include <stdio.h>

static void report(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    char line[4];
    PLICA_SYMBOLIC(line);
    line[3] = 0;
    if (line[0] == '#') printf(line, 7);
    else report(line);
    return 0;
}
