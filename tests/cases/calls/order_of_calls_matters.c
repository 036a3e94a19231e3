// verdict: violated
// error: assertion-failure at 23
// Two callees that change the same global: the one order differs from the other for some inputs.
#include "plica.h"

static int x;

static void add(int by) { x += by; }
static void cut(int at) {
    if (x > at) x = at;
}

int main(void) {
    int by = plica_range(-10, 11, "by"), at = plica_range(0, 50, "at");
    x = 20;
    add(by);
    cut(at);
    int one = x;
    x = 20;
    cut(at);
    add(by);
    plica_assert(x == one || by < 0 || at < 20 + by);
    plica_assert(by == 0 || at > 15 || x == one);
    return 0;
}
