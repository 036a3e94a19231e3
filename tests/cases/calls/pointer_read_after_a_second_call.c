// verdict: violated
// error: assertion-failure at 24
// A function reads a pointer that leads to one variable at its first call and to another at its second, after both calls were seen.
#include "plica.h"

static int one = 1, two = 2, *which;

static int scale(int x) {
    if (x < 10) return x;
    if (x < 20) return x + 1;
    if (x < 30) return x + 2;
    return x + *which;
}

int main(void) {
    int a = plica_range(0, 100, "a"), b = plica_range(0, 100, "b");
    which = &one;
    int first = scale(a);
    which = &two;
    int second = scale(b);
    which = 0;
    plica_assert(first >= a && first <= a + 2);
    plica_assert(second <= b + 2);
    plica_assert(second - b < first - a || a == b);
    return 0;
}
