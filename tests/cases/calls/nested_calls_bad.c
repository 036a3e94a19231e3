// verdict: violated
// error: assertion-failure at 16
// The limits of a nested call are the wrong way round for some inputs.
#include "plica.h"

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int clamp(int low, int x, int high) { return larger(low, smaller(x, high)); }

int main(void) {
    int a = plica_range(0, 10, "a"), b = plica_range(0, 10, "b"), x = plica_int("x");
    int c = clamp(a, clamp(b, x, a), b);
    plica_assert(c >= smaller(a, b));
    plica_assert(c <= larger(a, b));
    plica_assert(c == a || c == b || c == x);
    plica_assert(c <= b);
    return 0;
}
