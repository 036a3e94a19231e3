// verdict: violated
// error: error-call at 17
// Three functions call each other in a ring; the error is in the third, on the way back.
#include "plica.h"

static int second(int x);
static int third(int x);

static int first(int x) { return x <= 0 ? 0 : second(x - 1) + 1; }

static int second(int x) { return x <= 0 ? 0 : third(x - 1) + 1; }

static int third(int x) {
    if (x <= 0) return 0;
    int r = first(x - 1);
    plica_assert(r == x - 1);
    if (r == 5) plica_error("five on the way back");
    return r + 1;
}

int main(void) {
    int x = plica_range(0, 10, "x");
    plica_assert(first(x) == x);
    return 0;
}
