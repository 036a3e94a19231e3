// verdict: holds
// Variadic functions: more arguments than registers, of integers and doubles, passed on as a va_list, copied.
#include <stdarg.h>
#include "plica.h"

static long sum(int n, va_list list) {
    long total = 0;
    while (n--) total += va_arg(list, int);
    return total;
}

static long sum_twice(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    long total = sum(n, list) + sum(n, copy);
    va_end(copy);
    va_end(list);
    return total;
}

static double mixed(const char *kinds, ...) {
    double total = 0;
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) total += *kinds == 'd' ? va_arg(list, double) : *kinds == 'l' ? va_arg(list, long) : va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    int x = plica_range(-1000, 1000, "x");
    plica_assert(sum_twice(9, x, 1, 2, 3, 4, 5, 6, 7, x) == 2 * (2 * x + 28));
    plica_assert(mixed("idldid", 1, 2.5, 4L, 0.25, 8, 16.0) == 31.75);
    return 0;
}
