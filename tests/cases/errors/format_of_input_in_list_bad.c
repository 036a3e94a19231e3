// verdict: violated
// error: invalid-builtin at 11
// As format_of_input_bad.c, where the arguments come in a list of which there is nothing.
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
    char line[5];
    PLICA_SYMBOLIC(line);
    line[4] = 0;
    report(line);
    return 0;
}
