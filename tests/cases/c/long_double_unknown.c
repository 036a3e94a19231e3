// verdict: holds
// Unknown long doubles: comparisons, conversions, sums, signs, and their bytes.
#include <string.h>
#include "plica.h"

static long double chosen(int which, long double a, long double b) { return which ? a : b; }

int main(void) {
    long n = plica_long("n");
    plica_assert((long)(long double)n == n);
    int i = plica_int("i");
    long double wide = i;
    plica_assert((double)wide == wide && wide + 0.5L > i && -(-wide) == i);
    long double x = plica_long_double("x"), y = plica_long_double("y");
    plica_assert(x < y ? !(y < x) && x != y : 1);
    plica_assert(chosen(i, x, y) == x || chosen(i, x, y) == y || x != x || y != y);
    if (x > 1 && x < 1000) {
        plica_assert((int)x >= 1 && (int)x < 1000);
        plica_assert((double)x >= 1 && (float)x <= 1000);
        plica_assert(x + x > x && __builtin_fabsl(-x) == x);
    }
    unsigned char raw[10];
    memcpy(raw, &x, 10);
    // What makes an exponent has the leading bit.
    plica_assert((raw[8] == 0 && (raw[9] & 0x7f) == 0) == (raw[7] < 0x80));
    plica_assert(x != x || __builtin_signbit(x) == raw[9] >> 7);
    return 0;
}
