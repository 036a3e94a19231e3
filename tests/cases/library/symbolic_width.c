// verdict: holds
// The twin of symbolic_width_bad.c: a field of unknown width costs a path for each width.
#include <stdio.h>
#include "plica.h"

int main(void) {
    int width = plica_uchar("width") % 4, number = plica_bool("big") ? 12 : 3;
    int length = printf("%*d", width, number);
    plica_assert(length == (width > 2 ? width : number == 12 ? 2 : width > 1 ? width : 1));
    return 0;
}
