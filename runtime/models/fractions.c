//! Floating-point numbers by their parts: fractions and exponents, neighbours, remainders, NaNs.
//!
//! Oblivious to exceptions; errno is glibc's. Invariant: exact, as IEEE 754 has it, on whatever is known or not.

#include "extended.h"

typedef unsigned long plica_bits;

double fmod(double x, double y);
float fmodf(float x, float y);
double fabs(double x);
float fabsf(float x);

static plica_bits plica_bits_of(double x) {
    plica_bits bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}
static double plica_of_bits(plica_bits bits) {
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

int *__errno_location(void);
#define PLICA_EDOM 33
#define PLICA_ERANGE 34

static int plica_fault(int error, int result) {
    *__errno_location() = error;
    return result;
}

#define PLICA_INFINITE 0x7ff
#define PLICA_NO_NUMBER (-2147483647 - 1)

static int plica_raw(double x) { return (int)(plica_bits_of(x) >> 52 & PLICA_INFINITE); }

/* The exponent of the leading bit; FP_ILOGB0, FP_ILOGBNAN and INT_MAX where there is none. */
int ilogb(double x) {
    int raw = plica_raw(x);
    plica_bits digits = plica_bits_of(x) << 12;
    if (raw == PLICA_INFINITE) return plica_fault(PLICA_EDOM, digits ? PLICA_NO_NUMBER : 2147483647);
    if (raw) return raw - 1023;
    return digits ? -1023 - __builtin_clzl(digits) : plica_fault(PLICA_EDOM, PLICA_NO_NUMBER);
}
/* A float is a normal double or zero, with the same exponent. */
int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
    if (x == 0) return -__builtin_inf();
    return plica_raw(x) == PLICA_INFINITE ? x * x : ilogb(x);
}
float logbf(float x) { return (float)logb(x); }

/* What is left of x when the multiple of y nearest to it is taken away, an even one of two. */
#define PLICA_REMAINDER(type, name, modulus, magnitude, largest)                                                       \
    static type plica_##name(type x, type y, int *quotient) {                                                          \
        type left = x, size = magnitude(y), eighth = largest / 8;                                                      \
        unsigned multiple = 0;                                                                                         \
        if (y == 0 || x != x || y != y || magnitude(x) > largest) return (x * y) / (x * y);                            \
        if (size > largest) return *quotient = 0, x;                                                                   \
        if (size <= eighth) left = modulus(x, 8 * size);                                                               \
        left = magnitude(left);                                                                                        \
        if (size <= largest / 4 && left >= 4 * size) left -= 4 * size, multiple += 4;                                  \
        if (size <= largest / 2 && left >= 2 * size) left -= 2 * size, multiple += 2;                                  \
        if (left >= size) left -= size, multiple++;                                                                    \
        /* So 2 * left > size, without leaving the range. */                                                           \
        if (left > size - left || (left == size - left && multiple & 1)) left -= size, multiple++;                     \
        int negative = __builtin_signbit(x) != __builtin_signbit(y);                                                   \
        *quotient = negative ? -(int)multiple : (int)multiple;                                                         \
        return __builtin_signbit(x) ? -left : left;                                                                    \
    }                                                                                                                  \
    type name(type x, type y) {                                                                                        \
        int quotient;                                                                                                  \
        if ((y == 0 && x == x) || (magnitude(x) > largest && x == x && y == y)) *__errno_location() = PLICA_EDOM;      \
        return plica_##name(x, y, &quotient);                                                                          \
    }

PLICA_REMAINDER(double, remainder, fmod, fabs, __DBL_MAX__)
PLICA_REMAINDER(float, remainderf, fmodf, fabsf, __FLT_MAX__)
double drem(double x, double y) { return remainder(x, y); }
float dremf(float x, float y) { return remainderf(x, y); }

/* The quotient where the result is no NaN: its sign, and what is the same modulo 8. */
double remquo(double x, double y, int *quotient) {
    int n = 0;
    double left = plica_remainder(x, y, &n);
    *quotient = n;
    return left;
}
float remquof(float x, float y, int *quotient) {
    int n = 0;
    float left = plica_remainderf(x, y, &n);
    *quotient = n;
    return left;
}

/* A quiet NaN whose digits the text names. */
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
double nan(const char *text) {
    char *end = (char *)text;
    plica_bits digits = *text ? strtoul(text, &end, 0) : 0;
    return plica_of_bits(0x7ff8000000000000ul | (*end ? 0 : digits & 0x7fffffffffffful));
}
float nanf(const char *text) {
    char *end = (char *)text;
    unsigned bits = 0x7fc00000u | (*text ? (unsigned)strtoul(text, &end, 0) & 0x3fffffu : 0);
    if (*end) bits = 0x7fc00000u;
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

/* The fraction from 0.5 to 1, and the exponent that goes with it. */
double frexp(double x, int *exponent) {
    int raw = plica_raw(x);
    *exponent = 0;
    if (x == 0 || raw == PLICA_INFINITE) return x;
    int less = raw ? 0 : 54;
    if (!raw) x *= 0x1p54;
    *exponent = plica_raw(x) - 1022 - less;
    return plica_of_bits((plica_bits_of(x) & ~(0x7fful << 52)) | 1022ul << 52);
}
float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return __builtin_copysign(x == *whole ? 0 : x - *whole, x);
}
float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    return __builtin_copysignf(x == *whole ? 0 : x - *whole, x);
}

/* x * 2^n, rounded once: no step but the last may lose digits. */
static double plica_scale(double x, long n) {
    for (int i = 0; i < 2 && n > 1023; i++) x *= 0x1p1023, n -= 1023;
    for (int i = 0; i < 2 && n < -1022; i++) x *= 0x1p-1022 * 0x1p53, n += 1022 - 53;
    if (n > 1023) n = 1023;
    if (n < -1022) n = -1022;
    return x * plica_of_bits((plica_bits)(1023 + n) << 52);
}
static float plica_scale_single(float x, long n) {
    for (int i = 0; i < 2 && n > 127; i++) x *= 0x1p127f, n -= 127;
    for (int i = 0; i < 2 && n < -126; i++) x *= 0x1p-126f * 0x1p24f, n += 126 - 24;
    if (n > 127) n = 127;
    if (n < -126) n = -126;
    return x * (float)plica_of_bits((plica_bits)(1023 + n) << 52);
}

/* A result that is infinite or zero where x is neither is out of range. */
#define PLICA_RANGE(type, result, x)                                                                                   \
    type result_ = result;                                                                                             \
    int is_end = result_ == 0 || result_ - result_ != 0;                                                               \
    if (is_end && x != 0 && x - x == 0) *__errno_location() = PLICA_ERANGE;                                            \
    return result_;

double ldexp(double x, int n) { PLICA_RANGE(double, plica_scale(x, n), x) }
double scalbn(double x, int n) { PLICA_RANGE(double, plica_scale(x, n), x) }
double scalbln(double x, long n) { PLICA_RANGE(double, plica_scale(x, n), x) }
float ldexpf(float x, int n) { PLICA_RANGE(float, plica_scale_single(x, n), x) }
float scalbnf(float x, int n) { PLICA_RANGE(float, plica_scale_single(x, n), x) }
float scalblnf(float x, long n) { PLICA_RANGE(float, plica_scale_single(x, n), x) }

/* The next number on the way to y. Bits of numbers of one sign are ordered as they are. */
double nextafter(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    /* From zero it is no error that the result is tiny. */
    if (x == 0) return __builtin_copysign(5e-324, y);
    double next = plica_of_bits(plica_bits_of(x) + ((x < y) == (x > 0) ? 1 : ~0ul));
    if (plica_raw(next) == 0 || (plica_raw(next) == PLICA_INFINITE && x - x == 0)) *__errno_location() = PLICA_ERANGE;
    return next;
}
float nextafterf(float x, float y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) return __builtin_copysignf(0x1p-149f, y);
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits += (x < y) == (x > 0) ? 1 : ~0u;
    float next;
    __builtin_memcpy(&next, &bits, sizeof next);
    unsigned raw = bits >> 23 & 255;
    if (raw == 0 || (raw == 255 && x - x == 0)) *__errno_location() = PLICA_ERANGE;
    return next;
}

/* Long doubles. */

long double fmodl(long double x, long double y);
long double fabsl(long double x);
/* Ends the path where the bits are not those of a number. */
int __signbitl(long double x);

static plica_bits plica_digits(long double x) {
    plica_bits digits;
    __builtin_memcpy(&digits, &x, sizeof digits);
    return digits;
}
static int plica_top(long double x) {
    unsigned short top;
    __signbitl(x);
    __builtin_memcpy(&top, (char *)&x + sizeof(plica_bits), sizeof top);
    return top;
}

#define PLICA_INFINITE_LONG 0x7fff
#define PLICA_LEADING (1ul << 63)

int ilogbl(long double x) {
    int raw = plica_top(x) & PLICA_INFINITE_LONG;
    plica_bits digits = plica_digits(x);
    if (raw == PLICA_INFINITE_LONG) return plica_fault(PLICA_EDOM, digits << 1 ? PLICA_NO_NUMBER : 2147483647);
    if (raw) return raw - 16383;
    return digits ? -16382 - __builtin_clzl(digits) : plica_fault(PLICA_EDOM, PLICA_NO_NUMBER);
}
long double logbl(long double x) {
    int raw = plica_top(x) & PLICA_INFINITE_LONG;
    if (x == 0) return -__builtin_inf();
    return raw == PLICA_INFINITE_LONG ? x * x : ilogbl(x);
}

PLICA_REMAINDER(long double, remainderl, fmodl, fabsl, __LDBL_MAX__)
long double remquol(long double x, long double y, int *quotient) {
    int n = 0;
    long double left = plica_remainderl(x, y, &n);
    *quotient = n;
    return left;
}

long double nanl(const char *text) {
    char *end = (char *)text;
    plica_bits digits = *text ? strtoul(text, &end, 0) : 0;
    return plica_of_parts(PLICA_INFINITE_LONG, 3ul << 62 | (*end ? 0 : digits & 0x3ffffffffffffffful));
}

long double frexpl(long double x, int *exponent) {
    int raw = plica_top(x) & PLICA_INFINITE_LONG;
    *exponent = 0;
    if (x == 0 || raw == PLICA_INFINITE_LONG) return x;
    int less = raw ? 0 : 65;
    if (!raw) x *= 0x1p65L;
    int top = plica_top(x);
    *exponent = (top & PLICA_INFINITE_LONG) - 16382 - less;
    return plica_of_parts((top & ~PLICA_INFINITE_LONG) | 16382, plica_digits(x));
}

long double modfl(long double x, long double *whole) {
    __signbitl(x);
    *whole = __builtin_truncl(x);
    return __builtin_copysignl(x == *whole ? 0 : x - *whole, x);
}

static long double plica_scale_long(long double x, long n) {
    for (int i = 0; i < 2 && n > 16383; i++) x *= 0x1p16383L, n -= 16383;
    for (int i = 0; i < 2 && n < -16382; i++) x *= 0x1p-16382L * 0x1p64L, n += 16382 - 64;
    if (n > 16383) n = 16383;
    if (n < -16382) n = -16382;
    return x * plica_of_parts((int)(16383 + n), PLICA_LEADING);
}
long double ldexpl(long double x, int n) { PLICA_RANGE(long double, plica_scale_long(x, n), x) }
long double scalbnl(long double x, int n) { PLICA_RANGE(long double, plica_scale_long(x, n), x) }
long double scalblnl(long double x, long n) { PLICA_RANGE(long double, plica_scale_long(x, n), x) }

/* Where the digits have no room left the exponent changes. */
long double nextafterl(long double x, long double y) {
    __signbitl(x);
    __signbitl(y);
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    int top = plica_top(x), is_away = (x < y) == (x > 0);
    if (x == 0) return __builtin_copysignl(plica_of_parts(0, 1), y);
    plica_bits digits = plica_digits(x) + (is_away ? 1 : ~0ul);
    if (is_away && (digits == 0 || (digits == PLICA_LEADING && !(top & PLICA_INFINITE_LONG)))) {
        digits = PLICA_LEADING;
        top++;
    } else if (!is_away && digits == PLICA_LEADING - 1 && top & PLICA_INFINITE_LONG) {
        top--;
        if (top & PLICA_INFINITE_LONG) digits = ~0ul;
    }
    int raw = top & PLICA_INFINITE_LONG;
    if (raw == 0 || (raw == PLICA_INFINITE_LONG && x - x == 0)) *__errno_location() = PLICA_ERANGE;
    return plica_of_parts(top, digits);
}
long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }

/* Of the smaller types: the direction is all that y counts for. */
#define PLICA_TOWARD(type, name, next)                                                                                 \
    type name(type x, long double y) {                                                                                 \
        __signbitl(y);                                                                                                 \
        if (x != x || y != y) return (type)(x + y);                                                                    \
        if (x == y) return (type)y;                                                                                    \
        return next(x, x < y ? (type)__builtin_inf() : -(type)__builtin_inf());                                        \
    }
PLICA_TOWARD(double, nexttoward, nextafter)
PLICA_TOWARD(float, nexttowardf, nextafterf)
