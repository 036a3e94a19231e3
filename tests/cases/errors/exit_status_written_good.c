// run: check --checks uninit
// verdict: holds
#include <stdlib.h>
#include "plica.h"

static int nothing(void) { int unused; return unused; }

int main(void) {
    int status;
    nothing();
    if (plica_range(0, 2, "how")) exit(status = 1);
    status = 0;
    return status;
}
