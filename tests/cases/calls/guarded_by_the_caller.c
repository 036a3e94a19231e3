// verdict: holds
// The callee has two errors; one is excluded by every caller's guard, the other by what the first call returns.
#include "plica.h"

static int step(int x, int y) {
    if (x > 100) plica_error("x is too large");
    if (y < x) plica_error("y is below x");
    return y - x;
}

int main(void) {
    int x = plica_int("x"), y = plica_int("y");
    if (x < 0 || x > 100 || y < x || y > 1000) return 0;
    int d = step(x, y);
    if (d <= 100) step(d, d + 1);
    else step(100, d);
    return 0;
}
