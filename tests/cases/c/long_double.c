// verdict: holds
// `long double` on known numbers: 64 bits of precision, rounded to nearest, and what is at the ends of the range.
#include <float.h>
#include <string.h>
#include "plica.h"

static long double quotient(long double a, long double b) { return a / b; }
static long double sum(long double a, long double b) { return a + b; }
static long double product(long double a, long double b) { return a * b; }

struct mixed {
    char c;
    long double x;
    int n;
};

static long double total(int n, struct mixed *all) {
    long double t = 0;
    for (int i = 0; i < n; i++) t += all[i].x * all[i].n;
    return t;
}

static void bytes(void) {
    long double x = quotient(-3, 2);
    unsigned char raw[16];
    memset(raw, 0x55, sizeof raw);
    memcpy(raw, &x, 10);
    plica_assert(raw[9] == 0xbf && raw[8] == 0xff && raw[7] == 0xc0 && raw[6] == 0 && raw[10] == 0x55);
    raw[7] = 0xe0;
    memcpy(&x, raw, 10);
    plica_assert(x == -1.75L);
    union {
        long double x;
        unsigned long digits;
    } u = {2.5L};
    plica_assert(u.digits == 0xa000000000000000);
}

int main(void) {
    long double third = quotient(1, 3), one = 1;
    plica_assert(sizeof third == 16 && LDBL_MANT_DIG == 64);
    plica_assert(third != (double)third && (double)third == 1.0 / 3 && (float)third == 1.0f / 3);
    plica_assert(product(third, 3) == 1);
    plica_assert(sum(1, LDBL_EPSILON) > 1 && sum(1, LDBL_EPSILON / 2) == 1);
    plica_assert(sum(9007199254740993.0L, 0) != (long double)9007199254740993.0);
    plica_assert((long)sum(9223372036854775807.0L, 0) == 9223372036854775807 && (int)quotient(-7, 2) == -3);
    plica_assert((unsigned long)sum(18446744073709551615.0L, 0) == ~0ul && (long double)~0ul == 0x1p64L - 1);
    plica_assert(product(LDBL_MAX, 2) == __builtin_infl() && product(LDBL_MIN, LDBL_MIN) == 0);
    plica_assert(product(0x1p-16445L, 0.5L) == 0 && product(0x3p-16445L, 0.5L) == 0x2p-16445L && quotient(LDBL_MIN, 4) > 0);
    long double endless = __builtin_infl(), opposite = -endless, nothing = endless + opposite;
    plica_assert(nothing != nothing && !(nothing < one) && !(nothing >= one) && __builtin_isnan(nothing));
    plica_assert(__builtin_signbit(nothing) && quotient(one, -0.0L) == -__builtin_infl());
    plica_assert(-third < 0 && !third == 0 && (third ? one : 0) == 1);
    struct mixed all[3] = {{'a', 0.5L, 2}, {'b', 0.25L, 4}, {'c', third, 3}};
    plica_assert(total(3, all) == 3 && sizeof all == 144);
    bytes();
    return 0;
}
