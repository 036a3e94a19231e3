// run: check --checks uninit
// The system reads what the program ends with.
// verdict: violated
// error: uninitialized-read at 17
// error: uninitialized-read at 18
// native: no
#include <stdlib.h>
#include "plica.h"

static int sign(int x) {
    if (x > 0) return 1;
    if (x < 0) return -1;
}

int main(void) {
    int status, x = plica_range(-1, 2, "x");
    if (plica_range(0, 2, "how")) exit(status);
    return sign(x);
}
