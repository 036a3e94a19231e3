// verdict: violated
// error: assertion-failure at 25
// A function reads a global, which has one value at its first call and another at its second, only after both calls were seen. Neither
// value may be taken for granted.
#include "plica.h"

static int mode;

static int scale(int x) {
    if (x < 10) return x;
    if (x < 20) return x + 1;
    if (x < 30) return x + 2;
    if (mode == 2 && x == 50) return 7;
    return x + mode;
}

int main(void) {
    int a = plica_range(0, 100, "a"), b = plica_range(0, 100, "b");
    mode = 1;
    int first = scale(a);
    mode = 2;
    int second = scale(b);
    mode = 3;
    plica_assert(first >= a && first <= a + 2);
    plica_assert(second != 7 || b == 7);
    return 0;
}
