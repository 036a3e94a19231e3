//! Powers by whole numbers, as the compiler's own runtime computes them: `llvm.powi`.

#define PLICA_POWER(name, type)                                                                                         \
    type name(type base, int power) {                                                                                  \
        int inverse = power < 0;                                                                                       \
        type result = 1;                                                                                               \
        for (;;) {                                                                                                     \
            if (power & 1) result *= base;                                                                             \
            power /= 2;                                                                                                \
            if (power == 0) break;                                                                                     \
            base *= base;                                                                                              \
        }                                                                                                              \
        return inverse ? 1 / result : result;                                                                          \
    }

PLICA_POWER(__powidf2, double)
PLICA_POWER(__powixf2, long double)
PLICA_POWER(__powisf2, float)
