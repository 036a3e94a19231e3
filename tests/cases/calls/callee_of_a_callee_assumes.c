// verdict: holds
// What a function assumes that is called by a called one holds for the caller, whichever way the one in between goes.
#include "plica.h"

static int inner(int x) {
    if (x > 100) return 2;
    plica_assume(x > 0);
    return 1;
}

static int outer(int x) {
    if (x == 50) return 5;
    return inner(x) + 1;
}

int main(void) {
    int x = plica_int("x");
    outer(x);
    plica_assert(x > 0);
    return 0;
}
