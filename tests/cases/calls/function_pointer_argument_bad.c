// verdict: violated
// error: assertion-failure at 17
// A function applies the one that it is given: only with the second is the assertion wrong.
#include "plica.h"

static int negate(int x) { return -x; }
static int next(int x) { return x + 1; }

static int twice(int (*f)(int), int x) { return f(f(x)); }

int main(void) {
    int x = plica_range(-10, 10, "x");
    plica_assert(twice(negate, x) == x);
    plica_assert(twice(next, x) == x + 2);
    int (*f)(int) = x > 5 ? negate : next;
    plica_assert(twice(f, x) != x + 2 || x <= 5);
    plica_assert(twice(f, x) > x);
    return 0;
}
