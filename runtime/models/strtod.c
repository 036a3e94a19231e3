//! Floating-point numbers from text: strtod, strtof, atof.
//!
//! Correctly rounded, ties to even, as glibc does. The common case (up to 15 digits, a small power of ten) is one exact
//! operation, so that it also serves symbolic digits; the rest is done with integers of as many words as it takes.
//! Oblivious to locales and to other rounding modes. Invariant: the result is the nearest number of the type.

#define PLICA_REAL double
#define PLICA_MANTISSA unsigned long long
#define PLICA_QUOTIENT 64
#define PLICA_WORDS 160  /* 5120 bits: 800 digits times 10^400, and 10^1160 */
#define PLICA_DIGITS 800
#define PLICA_ABOVE 400
#define PLICA_BELOW -350
#include "reals.h"

/* 2^exponent for any exponent a double can have, by exact multiplications. */
static double plica_scale(double value, int exponent) {
    for (; exponent > 1000; exponent -= 1000) value *= 0x1p1000;
    for (; exponent < -1000; exponent += 1000) value *= 0x1p-1000;
    double power = 1, base = exponent < 0 ? 0.5 : 2;
    for (int n = exponent < 0 ? -exponent : exponent; n; n >>= 1, base *= base)
        if (n & 1) power *= base;
    return value * power;
}

static double plica_round(plica_u64 mantissa, int exponent, int sticky, int bits, int least) {
    if (mantissa == 0) return 0;
    int inexact = sticky, is_tiny = plica_is_tiny(mantissa, exponent, bits, least);
    int drop = plica_length(mantissa) - bits;
    if (exponent + drop < least) drop = least - exponent;
    if (drop > 0) {
        if (drop > 64) {
            mantissa = 0;
            inexact = 1;
        } else {
            plica_u64 half = 1ull << (drop - 1), rest = mantissa & (half | (half - 1));
            inexact |= rest != 0;
            mantissa = drop == 64 ? 0 : mantissa >> drop;
            mantissa += rest > half || (rest == half && (sticky || (mantissa & 1)));
        }
        exponent += drop;
    }
    int top = mantissa ? plica_length(mantissa) + exponent : 0;
    int greatest = bits == 24 ? 128 : 1024;
    if (top > greatest) {
        *__errno_location() = PLICA_ERANGE;
        return __builtin_inf();
    }
    if (inexact && is_tiny) *__errno_location() = PLICA_ERANGE;
    return plica_scale((double)mantissa, exponent);
}

static int plica_is_exact(int count, int exponent, int bits) {
    return bits == 53 && count <= 15 && exponent >= -22 && exponent <= 22;
}

static double plica_exact(plica_u64 digits, int exponent) {
    static const double powers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    return exponent < 0 ? (double)digits / powers[-exponent] : (double)digits * powers[exponent];
}

double strtod(const char *restrict text, char **restrict end) { return plica_read_float(text, end, 53, -1074); }
float strtof(const char *restrict text, char **restrict end) { return (float)plica_read_float(text, end, 24, -149); }
double atof(const char *text) { return plica_read_float(text, 0, 53, -1074); }
