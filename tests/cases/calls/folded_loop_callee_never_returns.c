// verdict: violated
// error: assertion-failure at 37
// loops: compact
// For some numbers a function that is called in a loop ends the program, or never comes back: what follows is not reached then.
#include "plica.h"
#include <stdlib.h>

static int ask(int x) {
    if (x == 5) exit(0);
    if (x == 6) {
        plica_assert(x != 7);
        exit(1);
    }
    while (x == 7) {}
    if (x > 9) return 2;
    return 1;
}

static int kind(int c) {
    if (c < 2) return 1;
    if (c < 3) return 2;
    return c < 4 ? 3 : 4;
}

int main(void) {
    int n = plica_range(0, 6, "n"), from = plica_range(0, 12, "from"), a = plica_range(0, 6, "a"), sum = 0;
    for (int i = 0; i < n; i++) sum += kind(a) * kind(5 - a) * ask(from + 2 * i);
    /* Even numbers meet 6 and odd ones 5 or 7, if they begin below. */
    if (from < 5) {
        plica_assert(n <= 3);
        if (a < 2) plica_assert(sum == 4 * n || sum == 3 * n);
    }
    if (from == 8 && n == 3) {
        plica_assert(a != 0 || sum == 20);
    }
    if (from > 7) {
        plica_assert(a != 3 || sum != 6 * 9);
    }
    return 0;
}
