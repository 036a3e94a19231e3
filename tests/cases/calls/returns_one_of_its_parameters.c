// verdict: holds
// A function returns one of its pointer parameters, and the caller writes through it.
#include "plica.h"

static int *larger(int *a, int *b) { return *a > *b ? a : b; }

int main(void) {
    int x = plica_int("x"), y = plica_int("y"), a = x, b = y;
    *larger(&a, &b) = 0;
    plica_assert(x > y ? a == 0 && b == y : a == x && b == 0);
    return 0;
}
