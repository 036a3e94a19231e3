// Arguments that a format does not fit: one is missing, and one is of another kind than its conversion.
// verdict: violated
// error: invalid-builtin at 10
// error: invalid-builtin at 11
// native: no
#include <stdio.h>
#include "plica.h"
int main(void) {
    switch (plica_range(0, 3, "which")) {
    case 0: return printf("%d of %d\n", 1);
    case 1: return printf("%f\n", 1);
    default: return printf("%d of %ld, %f, %s\n", 1, 2l, 3.0, "four") > 100;
    }
}
