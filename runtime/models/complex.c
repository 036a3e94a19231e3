//! Complex numbers: their parts, what is opposite, where they lie. Other functions of them have no model.
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
