// verdict: violated
// error: assertion-failure at 16
// The same call with the same argument returns another value, since a global has changed between.
#include "plica.h"

static int factor = 1;

static int scale(int x) { return factor * x; }

int main(void) {
    int x = plica_range(-50, 50, "x");
    int once = scale(x);
    factor = x - 7;
    int again = scale(x);
    plica_assert(again != 30 || once == 10 || once == -3);
    plica_assert(once == 0 || again != 60);
    return 0;
}
