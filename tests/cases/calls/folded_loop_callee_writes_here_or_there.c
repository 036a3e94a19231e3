// verdict: violated
// error: assertion-failure at 32
// error: assertion-failure at 34
// The called function writes one global or the other, and sometimes a third: there is a way on for each.
#include "plica.h"

static int up, down, last;

static void count(int x) {
    if (x > 0) {
        up++;
        if (x > 5) up++;
    } else {
        down++;
        if (x == -3) last = up;
        if (x < -7) down += 3;
    }
}

int main(void) {
    int n = plica_range(0, 5, "n"), x = plica_range(-5, 6, "x"), y = plica_range(-3, 3, "y");
    for (int i = 0; i < n; i++) {
        count(x);
        count(y);
        count(x + 4);
    }
    plica_assert(up + down >= 3 * n);
    plica_assert(x > -4 || y > 0 || up == 0);
    plica_assert(x <= 0 || y <= 0 || down == 0);
    if (n == 4 && x == -3) {
        plica_assert(last < 10);
        plica_assert(y == 2 || last == 3);
        plica_assert(up != 4 || last == 3);
        plica_assert(last != 6);
    }
    return 0;
}
