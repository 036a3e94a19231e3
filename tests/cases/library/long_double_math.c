// verdict: holds
// The functions of <math.h> for long doubles that are exact: on known numbers and on unknown ones.
#include <fenv.h>
#include <math.h>
#include "plica.h"

static void known(void) {
    volatile long double v = 2.5L, big = 0x1p63L + 1, tiny = 0x1p-16445L, none = 0;
    plica_assert(floorl(v) == 2 && ceill(v) == 3 && truncl(-v) == -2 && roundl(v) == 3 && rintl(v) == 2);
    plica_assert(floorl(big) == big && nearbyintl(big) == big && lroundl(v) == 3 && llrintl(-v) == -2 && lrintl(3.5L) == 4);
    plica_assert(sqrtl(v * v) == v && sqrtl(2) * sqrtl(2) != 2 && sqrtl(2) == 0x1.6a09e667f3bcc908p0L);
    plica_assert(fmodl(7.5L, v) == 0 && fmodl(1e4000L, 3) >= 0 && fmodl(-7, v) == -2 && remainderl(7, v) == -0.5L);
    plica_assert(fminl(v, -v) == -v && fmaxl(v, NAN) == v && fdiml(v, 3) == 0 && fdiml(3, v) == 0.5L);
    plica_assert(fabsl(-v) == v && copysignl(v, -0.0L) == -v && signbit(-none) && !signbit(none));
    plica_assert(fmal(v, v, -6.25L) == 0 && fmal(big, big, -big * big) != 0);
    int n = 0;
    long double whole;
    plica_assert(frexpl(v, &n) == 0.625L && n == 2 && frexpl(tiny, &n) == 0.5L && n == -16444);
    plica_assert(ldexpl(v, 3) == 20 && scalbnl(v, -1) == 1.25L && scalblnl(1, -16445) == tiny && ldexpl(1, -16446) == 0);
    plica_assert(modfl(-v, &whole) == -0.5L && whole == -2 && ilogbl(tiny) == -16445 && logbl(v) == 1);
    plica_assert(nextafterl(1, 2) == 1 + 0x1p-63L && nextafterl(0, -1) == -tiny && nextafterl(1, 0) == 1 - 0x1p-64L);
    plica_assert(nexttoward(1.0, 1.5L) == 1 + 0x1p-52 && nexttowardf(1.0f, 0.5L) < 1);
    plica_assert(isnan(none / none) && isinf(v / none) == 1 && isfinite(v) && isnormal(v) && !isnormal(tiny));
    plica_assert(fpclassify(tiny) == FP_SUBNORMAL && fpclassify(none) == FP_ZERO && fpclassify(v) == FP_NORMAL);
    remquol(-7, v, &n);
    plica_assert((n & 7) == (-3 & 7) && isnan(nanl("1")) && fegetround() == FE_TONEAREST);
}

int main(void) {
    known();
    long double x = plica_long_double("x");
    plica_assert(isnan(x) || fabsl(x) >= 0);
    if (x > 0 && x < 100) {
        long double low = floorl(x), high = ceill(x);
        plica_assert(low <= x && x <= high && truncl(x) == low);
        plica_assert(lrintl(low) >= 0 && lrintl(high) <= 100);
        plica_assert(!isinf(x) && isfinite(x) && !signbit(x) && copysignl(x, -1) == -x);
        plica_assert(fmaxl(x, 5) >= 5 && fminl(x, 5) <= 5);
    }
    return 0;
}
