//! An option parser and the text that breaks it:
//!
//!     plica check examples/parse_option.c
//!
//! plica finds the input "-s" with nothing behind it: the parser steps over the end of the text (out-of-bounds), because the
//! digit loop looks at the character behind the one that it has seen. Loop on `isdigit(text[i])` itself to mend it.
#include <ctype.h>
#include <string.h>
#include "plica.h"

/* "-s" and a size, as in "-s64": the size, or -1. */
static int parse_size(const char *text) {
    if (strncmp(text, "-s", 2) != 0) return -1;
    int size = 0, i = 1;
    do {
        i++;
        size = size * 10 + (text[i] - '0');
    } while (isdigit((unsigned char)text[i + 1]));
    return size;
}

int main(void) {
    char text[5];
    plica_make_symbolic(text, sizeof text, "text");
    plica_assume(text[sizeof text - 1] == 0);
    int size = parse_size(text);
    plica_assert(size >= -1);
    return 0;
}
