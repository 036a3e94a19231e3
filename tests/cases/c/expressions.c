// verdict: holds
// Promotions, comparisons of mixed signs, comma, conditional and short-circuit operators, pointer differences.
#include <stddef.h>
#include "plica.h"

static int calls;
static int count(int result) {
    calls++;
    return result;
}

int main(void) {
    unsigned char u = plica_uchar("u");
    signed char s = plica_schar("s");
    int i = plica_int("i");
    plica_assert(u + u == 2 * u && (unsigned char)(u + 1) != u);
    plica_assert((s < 0) == (s >> 7 == -1) && (unsigned)s >> 31 == (s < 0));
    plica_assert((i < -1) == !((unsigned)i <= 0x7fffffffu || i == -1));
    plica_assert((-1 < 0u) == 0 && -7 / 2 == -3 && -7 % 2 == -1);
    plica_assert((count(0) && count(1), calls) == 1 && (count(1) || count(0), calls) == 2);
    int v[5], *p = v + (u % 5), *q = v + 5;
    plica_assert(q - p == 5 - u % 5 && p < q && (char *)q - (char *)p == (5 - u % 5) * (ptrdiff_t)sizeof(int));
    plica_assert((i ? i : 1) != 0 && !!i == (i != 0) && ~i == -i - 1);
    int x = i & 0xff, y = x++ + 1;
    plica_assert(y == x && (x += 2, x -= 2, x <<= 1, x >>= 1, x == y));
    plica_assert(sizeof(char[3]) + _Alignof(double) == 11);
    return 0;
}
