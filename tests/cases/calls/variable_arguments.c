// verdict: holds
// A function with a variable number of arguments, called in three ways.
#include <stdarg.h>
#include "plica.h"

static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(list, int);
    va_end(list);
    return s;
}

int main(void) {
    int a = plica_range(0, 10, "a"), b = plica_range(0, 10, "b");
    plica_assert(sum(0) == 0);
    plica_assert(sum(2, a, b) == a + b);
    plica_assert(sum(3, a, sum(1, b), 5) == a + b + 5);
    return 0;
}
