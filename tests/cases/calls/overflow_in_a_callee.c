// run: check --checks +overflow
// verdict: violated
// error: signed-overflow at 8
// A sum in a callee overflows for one caller, not for the other.
#include "plica.h"

static int add(int a, int b) {
    return a + b;
}

int main(void) {
    int a = plica_int("a");
    plica_assert(add(a & 0xffff, 1000) > 0);
    if (a > 2147483600) return add(a, 40);
    return add(a, 47);
}
