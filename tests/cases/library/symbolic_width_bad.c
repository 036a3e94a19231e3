// verdict: violated
// error: assertion-failure at 8
// The twin of symbolic_width.c.
#include <stdio.h>
#include "plica.h"

int main(void) {
    plica_assert(printf("%*d", plica_uchar("width") % 4, 7) < 3);
    return 0;
}
