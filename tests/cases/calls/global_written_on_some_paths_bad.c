// verdict: violated
// error: assertion-failure at 18
// A value from the first call is still there after the second, which writes on some paths only.
#include "plica.h"

static int last;

static void note(int x) {
    if (x > 10) last = x;
}

int main(void) {
    int x = plica_int("x"), y = plica_int("y");
    note(x);
    note(y);
    plica_assert(last == 0 || last > 10);
    plica_assert(y > 10 || x <= 10 || last == x);
    plica_assert(last == 0 || last == y);
    return 0;
}
