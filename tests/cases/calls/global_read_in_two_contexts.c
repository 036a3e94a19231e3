// verdict: holds
// What a function returns depends on a global that differs from call to call.
#include "plica.h"

static int factor = 1;

static int scale(int x) { return factor * x; }

int main(void) {
    int x = plica_range(-50, 50, "x");
    int once = scale(x);
    factor = 3;
    int three = scale(x);
    factor = x;
    int square = scale(x);
    plica_assert(once == x && three == 3 * x);
    plica_assert(square >= 0 && square < 2501);
    return 0;
}
