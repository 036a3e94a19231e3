// verdict: violated
// error: assertion-failure at 22
// The smallest of its arguments, but for the first.
#include <stdarg.h>
#include "plica.h"

static int least(int n, ...) {
    va_list list;
    int result = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        int value = va_arg(list, int);
        if (value < result) result = value;
    }
    va_end(list);
    return result;
}

int main(void) {
    int a = plica_int("a"), b = plica_int("b");
    int m = least(2, a, b);
    plica_assert(m == a || m == b);
    return 0;
}
