// verdict: violated
// error: null-dereference at 8
// A file that was not opened for some inputs is written to.
#include <stdio.h>
#include "plica.h"

int main(void) {
    fprintf(plica_int("n") ? stderr : 0, "x");
    return 0;
}
