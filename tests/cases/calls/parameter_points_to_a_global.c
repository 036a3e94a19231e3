// verdict: violated
// error: assertion-failure at 19
// A pointer parameter and a global are the same object in one of two calls.
#include "plica.h"

static int level;

static int raise_to(int *p, int to) {
    *p = 5;
    level = to;
    return *p;
}

int main(void) {
    int local = 0, to = plica_range(0, 10, "to");
    plica_assert(raise_to(&local, to) == 5);
    plica_assert(local == 5 && level == to);
    plica_assert(raise_to(&level, to) == to);
    plica_assert(raise_to(&level, to) != 7);
    return 0;
}
