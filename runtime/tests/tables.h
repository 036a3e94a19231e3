/*! Tables of functions by their signatures: each is called on random arguments, its model on the same ones.
 *
 * LIKE declares the model of a function of the C library, whatever its type. Invariant: results are compared as they
 * are, but for numbers of which the standard fixes the sign or the truth only. */
#ifndef TABLES_H
#define TABLES_H

#include <string.h>
#include "check.h"

#define LIKE(name) extern __typeof__(name) model_##name;

static inline int sign_of(long n) { return (n > 0) - (n < 0); }
static inline int truth_of(long n) { return n != 0; }

/* Are two floating-point numbers the same, their signs included? Any NaN is as good as another. */
static inline int same_double(double a, double b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }
static inline int same_float(float a, float b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }

/* Of a long double ten bytes count. */
static inline int same_long_double(long double a, long double b) { return (a != a && b != b) || memcmp(&a, &b, 10) == 0; }

/* Numbers of every magnitude, small whole ones, and those that have rules of their own. */
static inline double random_double(void) {
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308};
    unsigned long long bits = random_bits();
    double x;
    memcpy(&x, &bits, sizeof x);
    switch (random_below(5)) {
    case 0: return special[random_below(10)];
    case 1: return (double)(random_below(41) - 20) / 4;
    case 2: return random_below(3) ? (double)random_number() : random_below(2) ? __builtin_inf() : -__builtin_inf();
    case 3: return random_below(20) ? (double)random_number() / 1024 : __builtin_nan("");
    default: return x;
    }
}
static inline float random_float(void) {
    unsigned bits = (unsigned)random_bits();
    float x;
    memcpy(&x, &bits, sizeof x);
    return random_below(2) ? x : (float)random_double();
}

static inline long double random_long_double(void) {
    if (random_below(2)) return random_double();
    unsigned long long digits = random_bits() | 1ull << 63;
    unsigned short top = (unsigned short)random_bits();
    if (random_below(3) == 0) digits = 1ull << 63 | (unsigned long long)random_below(3) << random_below(40);
    else if (random_below(3) == 0) digits = ~0ull << random_below(64) | 1ull << 63;
    if (random_below(3) == 0) top = (unsigned short)((top & 0x8000) | (16383 + random_below(9) - 4));
    if (random_below(5) == 0) top &= 0x8000;
    if ((top & 0x7fff) == 0) digits = (digits & ~(1ull << 63)) >> random_below(63);
    long double x = 0;
    memcpy(&x, &digits, 8);
    memcpy((char *)&x + 8, &top, 2);
    return x;
}

/* A text over an alphabet, in a block of exactly its size. */
static inline char *random_text(const char *alphabet, int longest) {
    int n = random_below(longest + 1), letters = (int)strlen(alphabet);
    char *s = malloc((size_t)n + 1);
    for (int i = 0; i < n; i++) s[i] = alphabet[random_below(letters)];
    s[n] = 0;
    return s;
}

#define SAME_AS(name, how, ...)                                                                                        \
    do {                                                                                                               \
        if (how(model_##name(__VA_ARGS__)) != how(name(__VA_ARGS__))) fprintf(stderr, "%s: ", #name);                  \
        CHECK(how(model_##name(__VA_ARGS__)) == how(name(__VA_ARGS__)));                                               \
    } while (0)

#endif
