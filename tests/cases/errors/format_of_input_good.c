// verdict: holds
// As format_of_input_bad.c, where the text is looked through before, or written by a format; and formats that are put
// together, whose conversions have their arguments.
#include "plica.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[5];
    PLICA_SYMBOLIC(line);
    line[4] = 0;
    if (plica_bool("as text")) return printf("%s", line) < 0;
    if (!strchr(line, '%')) {
        plica_assert(printf(line) == (int)strlen(line));
        return 0;
    }
    unsigned char width = plica_uchar("width"), letter = plica_uchar("letter");
    plica_assume(width < 3 && letter < 3);
    char format[] = "<%0d%%>";
    format[2] = '1' + width;
    format[3] = "dux"[letter];
    plica_assert(printf(format, 7) == 4 + width);
    return 0;
}
