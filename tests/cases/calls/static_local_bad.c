// verdict: violated
// error: assertion-failure at 19
// The first call of a function does something else than the later ones.
#include "plica.h"

static int ticket(int x) {
    static int first = 1;
    if (first) {
        first = 0;
        return x;
    }
    return x + 1;
}

int main(void) {
    int x = plica_range(0, 9, "x"), y = plica_range(0, 9, "y");
    int a = ticket(x), b = ticket(y);
    plica_assert(a == x && b == y + 1);
    plica_assert(x == y || a != b);
    return 0;
}
