// verdict: holds
// A callee ends the program on some of its paths: behind the call the others are left.
#include <stdlib.h>
#include "plica.h"

static int require_positive(int x) {
    if (x <= 0) exit(2);
    if (x > 1000) exit(3);
    return x + 1;
}

int main(void) {
    int x = plica_int("x");
    int y = require_positive(x);
    plica_assert(x > 0 && x <= 1000 && y <= 1001);
    return 0;
}
