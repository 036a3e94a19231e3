//! fractions.c against the C library: exponents, remainders, NaNs, and errno where the library has a rule for it.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include "tables.h"

LIKE(ilogb) LIKE(ilogbf) LIKE(logb) LIKE(logbf) LIKE(remainder) LIKE(remainderf) LIKE(drem) LIKE(dremf)
LIKE(frexp) LIKE(frexpf) LIKE(modf) LIKE(modff) LIKE(ldexp) LIKE(ldexpf) LIKE(scalbn) LIKE(scalbnf) LIKE(scalbln)
LIKE(scalblnf) LIKE(nextafter) LIKE(nextafterf) LIKE(remquo) LIKE(remquof) LIKE(nan) LIKE(nanf)
LIKE(ilogbl) LIKE(logbl) LIKE(remainderl) LIKE(remquol) LIKE(nanl) LIKE(frexpl) LIKE(modfl) LIKE(ldexpl) LIKE(scalbnl)
LIKE(scalblnl) LIKE(nextafterl) LIKE(nexttowardl) LIKE(nexttoward) LIKE(nexttowardf)

int *model___errno_location(void);

/* The same result, and the same errno. */
#define AGREE(same, call, other)                                                                                       \
    do {                                                                                                               \
        errno = *model___errno_location() = 0;                                                                         \
        CHECK(same(call, other));                                                                                      \
        if (errno != *model___errno_location()) fprintf(stderr, "%s (%a, %a): ", #call, x, y);                         \
        CHECK(errno == *model___errno_location());                                                                     \
    } while (0)
#define EQUAL(a, b) ((a) == (b))

static void parts(double x, double y, float a, float b) {
    double whole = 0, same = 0;
    float single = 0, other = 0;
    int n = random_below(3) ? random_below(4400) - 2200 : (int)random_number(), m = 0, k = 0;
    AGREE(EQUAL, ilogb(x), model_ilogb(x));
    AGREE(EQUAL, ilogbf(a), model_ilogbf(a));
    AGREE(same_double, logb(x), model_logb(x));
    AGREE(same_float, logbf(a), model_logbf(a));
    AGREE(same_double, ldexp(x, n), model_ldexp(x, n));
    AGREE(same_double, scalbn(x, n), model_scalbn(x, n));
    AGREE(same_double, scalbln(x, n), model_scalbln(x, n));
    AGREE(same_float, ldexpf(a, n / 8), model_ldexpf(a, n / 8));
    AGREE(same_float, scalbnf(a, n), model_scalbnf(a, n));
    AGREE(same_float, scalblnf(a, n / 8), model_scalblnf(a, n / 8));
    AGREE(same_double, nextafter(x, y), model_nextafter(x, y));
    AGREE(same_float, nextafterf(a, b), model_nextafterf(a, b));
    AGREE(same_double, modf(x, &whole), model_modf(x, &same));
    AGREE(same_float, modff(a, &single), model_modff(a, &other));
    CHECK(same_double(whole, same) && same_float(single, other));
    AGREE(same_double, frexp(x, &m), model_frexp(x, &k));
    CHECK(m == k || x - x != 0);
    AGREE(same_float, frexpf(a, &m), model_frexpf(a, &k));
    CHECK(m == k || a - a != 0);
    errno = *model___errno_location() = 0;
    remainder(x, y), model_remainder(x, y);
    CHECK(errno == *model___errno_location());
    errno = *model___errno_location() = 0;
    remainderf(a, b), model_remainderf(a, b);
    CHECK(errno == *model___errno_location());
}

#undef AGREE
#define AGREE(same, call, other)                                                                                       \
    do {                                                                                                               \
        errno = *model___errno_location() = 0;                                                                         \
        int agrees = same(call, other) && errno == *model___errno_location();                                          \
        if (!agrees) fprintf(stderr, "%s (%La, %La): ", #call, x, y);                                                  \
        CHECK(agrees);                                                                                                 \
    } while (0)
static void long_parts(long double x, long double y) {
    long double whole = 0, same = 0;
    int n = random_below(3) ? random_below(70000) - 35000 : (int)random_number(), m = 0, k = 0;
    double d = random_below(3) ? random_double() : (double)x;
    float f = random_below(3) ? random_float() : (float)x;
    AGREE(EQUAL, ilogbl(x), model_ilogbl(x));
    AGREE(same_long_double, logbl(x), model_logbl(x));
    AGREE(same_long_double, ldexpl(x, n), model_ldexpl(x, n));
    AGREE(same_long_double, scalbnl(x, n), model_scalbnl(x, n));
    AGREE(same_long_double, scalblnl(x, n), model_scalblnl(x, n));
    AGREE(same_long_double, nextafterl(x, y), model_nextafterl(x, y));
    AGREE(same_long_double, nexttowardl(x, y), model_nexttowardl(x, y));
    AGREE(same_double, nexttoward(d, y), model_nexttoward(d, y));
    AGREE(same_double, nexttoward(d, d), model_nexttoward(d, d));
    AGREE(same_float, nexttowardf(f, y), model_nexttowardf(f, y));
    AGREE(same_long_double, modfl(x, &whole), model_modfl(x, &same));
    CHECK(same_long_double(whole, same));
    AGREE(same_long_double, frexpl(x, &m), model_frexpl(x, &k));
    CHECK(m == k || x - x != 0);
    AGREE(same_long_double, remainderl(x, y), model_remainderl(x, y));
    long double left = model_remquol(x, y, &m), right = remquol(x, y, &k);
    CHECK(same_long_double(left, right) && (left != left || m == k));
}

int main(void) {
    for (int round = 0; round < 100000; round++) {
        long double x = random_long_double(), y = random_long_double();
        if (random_below(3) == 0) x = y * (random_below(41) - 20) / 2;
        long_parts(x, y);
    }
    for (int round = 0; round < 300000; round++) {
        double x = random_double(), y = random_double();
        float a = random_float(), b = random_float();
        if (random_below(3) == 0) x = y * (random_below(41) - 20) / 2, a = b * (float)(random_below(41) - 20) / 2;
        parts(x, y, a, b);
        /* glibc gets the sign of a zero wrong where the divisor is tiny. */
        double rest = model_remainder(x, y), other = remainder(x, y);
        CHECK(same_double(rest, other) || (rest == 0 && other == 0 && fabs(y) < 0x1p-1000));
        CHECK(same_double(model_drem(x, y), rest) && same_float(model_dremf(a, b), model_remainderf(a, b)));
        CHECK(same_float(model_remainderf(a, b), remainderf(a, b)));
        int n = 0, m = 0;
        double left = model_remquo(x, y, &n), right = remquo(x, y, &m);
        CHECK(same_double(left, right) && (left != left || n == m));
        float low = model_remquof(a, b, &n), high = remquof(a, b, &m);
        CHECK(same_float(low, high) && (low != low || n == m));
    }
    for (int round = 0; round < 2000; round++) {
        char *text = random_text("0x19afz", 6);
        double x = model_nan(text), y = nan(text);
        float a = model_nanf(text), b = nanf(text);
        CHECK_FOR(memcmp(&x, &y, sizeof x) == 0 && memcmp(&a, &b, sizeof a) == 0, text);
        long double u = model_nanl(text), v = nanl(text);
        CHECK_FOR(memcmp(&u, &v, 10) == 0, text);
        free(text);
    }
    return check_result();
}
