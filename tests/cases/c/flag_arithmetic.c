// verdict: holds
// Idioms on words: swap by xor, sign, parity, saturating sums, rounding to a power of two.
#include "plica.h"

int main(void) {
    unsigned a = plica_uint("a"), b = plica_uint("b"), x = a, y = b;
    x ^= y;
    y ^= x;
    x ^= y;
    plica_assert(x == b && y == a);
    unsigned sum = a + b;
    sum |= -(sum < a);
    plica_assert(sum >= a && sum >= b);
    int n = (int)a, sign = (n > 0) - (n < 0);
    plica_assert(sign == (n >> 31 | (n != 0)));
    plica_assume(a > 0 && a <= 1u << 20);
    unsigned up = a - 1;
    for (int shift = 1; shift < 32; shift *= 2) up |= up >> shift;
    up++;
    plica_assert(up >= a && (up & (up - 1)) == 0);
    return 0;
}
