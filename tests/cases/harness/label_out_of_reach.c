// run: check --target label:found
// verdict: holds
// native: no
// The label of one function cannot be reached; a function with a label of almost the same name can.
#include "plica.h"

static int lookup(unsigned char n) {
    if (n < 10) goto found1;
    if (n > 5 && n < 5) goto found;
    return 0;
found1:
    return 1;
found:
    return 2;
}

int main(void) {
    return lookup(plica_uchar("n"));
}
