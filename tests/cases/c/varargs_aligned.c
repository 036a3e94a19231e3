// verdict: undecided
// reason: unsupported-feature
// clang passes an __int128 as two words, which nothing tells apart from others, and looks for it at a multiple of 16 bytes.
#include <stdarg.h>
#include "plica.h"
static long sum(int n, ...) {
    va_list rest;
    va_start(rest, n);
    long first = va_arg(rest, long);
    __int128 second = va_arg(rest, __int128);
    va_end(rest);
    return first + (long)second;
}
int main(void) {
    plica_assert(sum(2, 5L, (__int128)7) == 12);
}
