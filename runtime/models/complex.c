//! Complex numbers: their parts, what is opposite, where they lie, products and quotients. Other functions of them
//! have no model.
//!
//! Invariant: the absolute value and the argument are hypot and atan2 of the parts, as in glibc.

#define PLICA_PARTS(real, suffix)                                                                                      \
    real hypot##suffix(real x, real y);                                                                                \
    real atan2##suffix(real y, real x);                                                                                \
    real creal##suffix(_Complex real z) { return __real__ z; }                                                         \
    real cimag##suffix(_Complex real z) { return __imag__ z; }                                                         \
    _Complex real conj##suffix(_Complex real z) { return ~z; }                                                         \
    _Complex real cproj##suffix(_Complex real z) {                                                                     \
        if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z)) return z;                                    \
        __imag__ z = __builtin_copysign##suffix(0, __imag__ z);                                                        \
        __real__ z = __builtin_inf();                                                                                  \
        return z;                                                                                                      \
    }

PLICA_PARTS(double, )
PLICA_PARTS(float, f)
PLICA_PARTS(long double, l)

double cabs(_Complex double z) { return hypot(__real__ z, __imag__ z); }
float cabsf(_Complex float z) { return hypotf(__real__ z, __imag__ z); }
double carg(_Complex double z) { return atan2(__imag__ z, __real__ z); }
float cargf(_Complex float z) { return atan2f(__imag__ z, __real__ z); }

/* Products and quotients, as the compiler has them made where the plain formula gives no number. What is infinite is
   recovered as Annex G of ISO C11 has it; quotients are scaled and rounded as by libgcc since version 12, which follows
   Baudin and Smith, "A Robust Complex Division in Scilab" (2012). */
#define PLICA_IS_FINITE(x) (!__builtin_isnan(x) && !__builtin_isinf(x))
/* One or zero in place of what is infinite or not. */
#define PLICA_CORNER(suffix, x) __builtin_copysign##suffix(__builtin_isinf(x) ? 1 : 0, x)
#define PLICA_NO_NAN(suffix, x) (__builtin_isnan(x) ? __builtin_copysign##suffix(0, x) : (x))
#define PLICA_COMPLEX(real, x, y)                                                                                      \
    _Complex real z;                                                                                                   \
    __real__ z = x;                                                                                                    \
    __imag__ z = y;                                                                                                    \
    return z;

#define PLICA_PRODUCT(real, suffix, name)                                                                              \
    _Complex real name(real a, real b, real c, real d) {                                                               \
        real ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                                 \
        if (__builtin_isnan(x) && __builtin_isnan(y)) {                                                                \
            _Bool one = __builtin_isinf(a) || __builtin_isinf(b), other = __builtin_isinf(c) || __builtin_isinf(d);    \
            _Bool both = one == other;                                                                                 \
            if (one) a = PLICA_CORNER(suffix, a), b = PLICA_CORNER(suffix, b);                                         \
            if (other) c = PLICA_CORNER(suffix, c), d = PLICA_CORNER(suffix, d);                                       \
            if (both || other) a = PLICA_NO_NAN(suffix, a), b = PLICA_NO_NAN(suffix, b);                               \
            if (both || one) c = PLICA_NO_NAN(suffix, c), d = PLICA_NO_NAN(suffix, d);                                 \
            if (one || other || __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||                   \
                __builtin_isinf(bc)) {                                                                                 \
                x = (real)__builtin_inf() * (a * c - b * d);                                                           \
                y = (real)__builtin_inf() * (a * d + b * c);                                                           \
            }                                                                                                          \
        }                                                                                                              \
        PLICA_COMPLEX(real, x, y)                                                                                      \
    }

PLICA_PRODUCT(double, , __muldc3)
PLICA_PRODUCT(float, f, __mulsc3)
PLICA_PRODUCT(long double, l, __mulxc3)

#define PLICA_RECOVERED(real, suffix)                                                                                  \
    if (__builtin_isnan(x) && __builtin_isnan(y)) {                                                                    \
        if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                                        \
            x = __builtin_copysign##suffix(__builtin_inf(), c) * a;                                                    \
            y = __builtin_copysign##suffix(__builtin_inf(), c) * b;                                                    \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && PLICA_IS_FINITE(c) && PLICA_IS_FINITE(d)) {           \
            a = PLICA_CORNER(suffix, a), b = PLICA_CORNER(suffix, b);                                                  \
            x = (real)__builtin_inf() * (a * c + b * d);                                                               \
            y = (real)__builtin_inf() * (b * c - a * d);                                                               \
        } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && PLICA_IS_FINITE(a) && PLICA_IS_FINITE(b)) {           \
            c = PLICA_CORNER(suffix, c), d = PLICA_CORNER(suffix, d);                                                  \
            x = 0 * (a * c + b * d);                                                                                   \
            y = 0 * (b * c - a * d);                                                                                   \
        }                                                                                                              \
    }                                                                                                                  \
    PLICA_COMPLEX(real, x, y)

_Complex float __divsc3(float a, float b, float c, float d) {
    double square = (double)c * c + (double)d * d;
    float x = (float)(((double)a * c + (double)b * d) / square), y = (float)(((double)b * c - (double)a * d) / square);
    PLICA_RECOVERED(float, f)
}

/* By the larger of c and d, which is `large`. */
#define PLICA_QUOTIENT(real, suffix, name, max, min, epsilon)                                                          \
    _Complex real name(real a, real b, real c, real d) {                                                               \
        const real huge = max / 2, room = huge * epsilon;                                                              \
        _Bool turned = __builtin_fabs##suffix(c) < __builtin_fabs##suffix(d);                                          \
        real large = __builtin_fabs##suffix(turned ? d : c), by = 1;                                                   \
        if (large >= huge) a /= 2, b /= 2, c /= 2, d /= 2, large /= 2;                                                 \
        real p = __builtin_fabs##suffix(a), q = __builtin_fabs##suffix(b);                                             \
        if (large < epsilon || (large < room && ((p < min && q < room) || (q < min && p < room)))) by = 1 / epsilon;   \
        a *= by, b *= by, c *= by, d *= by;                                                                            \
        real ratio = turned ? c / d : d / c, sum = turned ? c * ratio + d : d * ratio + c, x, y;                       \
        _Bool normal = __builtin_fabs##suffix(ratio) > min;                                                            \
        if (turned && normal) x = (a * ratio + b) / sum, y = (b * ratio - a) / sum;                                    \
        else if (turned) x = (c * (a / d) + b) / sum, y = (c * (b / d) - a) / sum;                                     \
        else if (normal) x = (b * ratio + a) / sum, y = (b - a * ratio) / sum;                                         \
        else x = (d * (b / c) + a) / sum, y = (b - d * (a / c)) / sum;                                                 \
        PLICA_RECOVERED(real, suffix)                                                                                  \
    }

PLICA_QUOTIENT(double, , __divdc3, __DBL_MAX__, __DBL_MIN__, __DBL_EPSILON__)
PLICA_QUOTIENT(long double, l, __divxc3, __LDBL_MAX__, __LDBL_MIN__, __LDBL_EPSILON__)
