// verdict: holds
// Long doubles among variable arguments, in structures, and as results.
#include <stdarg.h>
#include "plica.h"

static long double sum(int n, ...) {
    va_list list, again;
    long double t = 0;
    va_start(list, n);
    va_copy(again, list);
    for (int i = 0; i < n; i++) {
        int k = va_arg(list, int);
        t += k * va_arg(list, long double);
        t += va_arg(list, double);
    }
    plica_assert(va_arg(again, int) == 2 && va_arg(again, long double) == 0.1L);
    va_end(again);
    va_end(list);
    return t;
}

struct pair {
    long double a, b;
};
static struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }

static long double power(long double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }

int main(void) {
    int k = plica_int("k");
    plica_assert(sum(2, 2, 0.1L, 0.25, 3, 1e4000L, -1.0) == 2 * 0.1L + 0.25 + 3e4000L - 1);
    plica_assert(sum(1, 2, 0.1L, k == 7 ? 0.5 : 1.5) > 0.6L);
    struct pair p = swapped((struct pair){1.5L, k});
    plica_assert(p.a == k && p.b == 1.5L);
    plica_assert(power(1.5L, 5) == 7.59375L && power(10, 4000) > 1e3999L);
    return 0;
}
