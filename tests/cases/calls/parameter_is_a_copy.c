// verdict: holds
// What a callee does to its parameter is not seen by the caller.
#include "plica.h"

static int shrink(int x) {
    while (x > 3) x -= 2;
    return x;
}

int main(void) {
    int x = plica_range(0, 12, "x"), before = x;
    int small = shrink(x);
    plica_assert(x == before);
    plica_assert(small <= 3);
    plica_assert(x > 3 || small == x);
    return 0;
}
