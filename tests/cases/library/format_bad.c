// verdict: violated
// error: out-of-bounds
// A file name with a counter: seven digits do not fit.
#include <stdio.h>
#include "plica.h"

int main(void) {
    char name[12];
    unsigned n = plica_uint("n");
    plica_assume(n >= 99999 && n <= 1000001);
    sprintf(name, "f%u.txt", n);
    return name[0];
}
