//! Long doubles from text: strtold.
//!
//! As strtod.c does it. Oblivious to locales and to other rounding modes. Invariant: the result is the nearest number.

#define PLICA_REAL long double
#define PLICA_MANTISSA unsigned __int128
#define PLICA_QUOTIENT 67
#define PLICA_WORDS 1800   /* 57600 bits: 11600 digits times 10^5000, and 10^16600 */
#define PLICA_DIGITS 11600 /* 5^16446 times a number of 65 bits has 11516 */
#define PLICA_ABOVE 5000
#define PLICA_BELOW -5000
#include "extended.h"
#include "reals.h"

static long double plica_round(unsigned __int128 mantissa, int exponent, int sticky, int bits, int least) {
    if (mantissa == 0) return 0;
    int inexact = sticky, is_tiny = plica_is_tiny(mantissa, exponent, bits, least);
    int drop = plica_length(mantissa) - bits;
    if (exponent + drop < least) drop = least - exponent;
    if (drop > 127) {
        mantissa = 0;
        inexact = 1;
    } else if (drop > 0) {
        unsigned __int128 half = (unsigned __int128)1 << (drop - 1), rest = mantissa & (half | (half - 1));
        inexact |= rest != 0;
        mantissa >>= drop;
        mantissa += rest > half || (rest == half && (sticky || (mantissa & 1)));
        exponent += drop;
    }
    int length = plica_length(mantissa);
    if (length + exponent > 16384 && mantissa) {
        *__errno_location() = PLICA_ERANGE;
        return __builtin_inf();
    }
    if (inexact && is_tiny) *__errno_location() = PLICA_ERANGE;
    /* A carry leaves zeros. */
    if (length > bits) mantissa >>= 1, exponent++, length--;
    if (length == 0) return 0;
    int raw = length + exponent - 1 + 16383;
    if (raw > 0) return plica_of_parts(raw, (plica_u64)mantissa << (64 - length));
    return plica_of_parts(0, (plica_u64)mantissa << (exponent - least));
}

static int plica_is_exact(int count, int exponent, int bits) {
    (void)bits;
    return count <= 19 && exponent >= -27 && exponent <= 27;
}

static long double plica_exact(plica_u64 digits, int exponent) {
    static const long double powers[] = {1,     1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                         1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                         1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    return exponent < 0 ? (long double)digits / powers[-exponent] : (long double)digits * powers[exponent];
}

long double strtold(const char *restrict text, char **restrict end) { return plica_read_float(text, end, 64, -16445); }
