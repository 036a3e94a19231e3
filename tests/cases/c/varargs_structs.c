// verdict: holds
// Structures of floats are passed as vectors, whose lanes have to stay together; wide arguments are aligned.
#include <stdarg.h>
#include "plica.h"

struct pair { float x, y; };
struct triple { float x, y, z; };
struct mixed { long a; double d; };
struct large { long a[5]; };
typedef float four __attribute__((vector_size(16)));

static long take(int n, ...) {
    va_list list;
    va_start(list, n);
    struct pair pair = va_arg(list, struct pair);
    struct large large = va_arg(list, struct large);
    struct triple triple = va_arg(list, struct triple);
    struct mixed mixed = va_arg(list, struct mixed);
    four vector = va_arg(list, four);
    int last = va_arg(list, int);
    va_end(list);
    plica_assert(pair.x == 1 && pair.y == 2);
    plica_assert(triple.x == 3 && triple.y == 4 && triple.z == 5);
    plica_assert(vector[0] == 6 && vector[3] == 9);
    return large.a[4] + mixed.a + (long)mixed.d + last;
}

int main(void) {
    int x = plica_range(0, 10, "x");
    struct large large = {{1, 2, 3, 4, 5}};
    struct mixed mixed = {x, 3.0};
    long sum = take(1, (struct pair){1, 2}, large, (struct triple){3, 4, 5}, mixed, (four){6, 7, 8, 9}, x);
    plica_assert(sum == 5 + x + 3 + x);
    return 0;
}
