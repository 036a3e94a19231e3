//! An option parser and the text that breaks it:
//!
//!     plica check examples/parse_option.c
//!
//! plica finds a text such as "-s!": what stands behind the option is taken for a digit before anyone looks, and the size
//! comes out negative. With `while (isdigit((unsigned char)text[i]))` around the two statements it holds.
#include <ctype.h>
#include <string.h>
#include "plica.h"

/* "-s" and a size, as in "-s64": the size, or -1. */
static int parse_size(const char *text) {
    if (strncmp(text, "-s", 2) != 0) return -1;
    int size = 0, i = 2;
    do {
        size = size * 10 + (text[i] - '0');
        i++;
    } while (isdigit((unsigned char)text[i]));
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
