// run: check --checks +overflow
// verdict: holds
// A sum in a callee overflows for none of its callers.
#include "plica.h"

static int add(int a, int b) { return a + b; }

int main(void) {
    int a = plica_int("a"), b = plica_int("b");
    plica_assert(add(a & 0xffff, 1000) > 0);
    if (a >= 0 && b < 0) return add(a, b);
    if (a < 0 && b >= 0) return add(add(a, b), a < -b ? b : 0);
    return 0;
}
