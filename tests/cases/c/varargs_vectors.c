// verdict: holds
// A vector among variable arguments is where the program looks for it, and so is an __int128 that needs no gap.
#include <stdarg.h>
#include "plica.h"
typedef int four __attribute__((vector_size(16)));
static int with_vector(int n, ...) {
    va_list rest;
    va_start(rest, n);
    long first = va_arg(rest, long);
    four second = va_arg(rest, four);
    long third = va_arg(rest, long);
    va_end(rest);
    return first + second[1] + third;
}
static long with_wide(int n, ...) {
    va_list rest;
    va_start(rest, n);
    long first = va_arg(rest, long), second = va_arg(rest, long);
    __int128 third = va_arg(rest, __int128);
    va_end(rest);
    return first + second + (long)third;
}
int main(void) {
    int x = plica_int("x");
    plica_assert(with_vector(3, 5L, (four){1, x & 7, 3, 4}, 6L) == 11 + (x & 7));
    plica_assert(with_wide(3, 5L, 6L, (__int128)7) == 18);
}
