//! chain(n, k): SIZE different functions in a row (-DSIZE=8, 1 to 64), each with its own input and BRANCHES ways through it
//! (-DBRANCHES=4, 1 to 8).
//!
//! Models the stages of a protocol or of a validation: every stage classifies its part of the input and adds to a score.
//! Where calls in place drown: there are BRANCHES to the power of SIZE paths, and the assertion fails on one of them.
//! Verdict: violated (every function has to take its best way).
#include "plica.h"

#ifndef SIZE
#define SIZE 8
#endif
#ifndef BRANCHES
#define BRANCHES 4
#endif

/* Way number `way` of function number `f` is taken below this bound, and worth this much: the last one most. */
#define BOUND(f, way) (37 * (f) + 100 * ((way) + 1))
#define WORTH(f, way) (((f) % 5 + 1) * (way) + ((way) == BRANCHES - 1))
#define WAY(f, way)                                                                                                             \
    if ((way) < BRANCHES - 1 && x < BOUND(f, way)) return WORTH(f, way);

#define STAGE(f)                                                                                                                \
    static int stage##f(int x) {                                                                                                \
        WAY(f, 0) WAY(f, 1) WAY(f, 2) WAY(f, 3) WAY(f, 4) WAY(f, 5) WAY(f, 6)                                                   \
        return WORTH(f, BRANCHES - 1);                                                                                          \
    }
#define CALL(f)                                                                                                                 \
    if ((f) < SIZE) {                                                                                                           \
        sum += stage##f(plica_int("x" #f));                                                                                     \
        best += WORTH(f, BRANCHES - 1);                                                                                         \
    }

#define EIGHT(DO, a, b, c, d, e, f, g, h) DO(a) DO(b) DO(c) DO(d) DO(e) DO(f) DO(g) DO(h)
#define ALL(DO)                                                                                                                 \
    EIGHT(DO, 0, 1, 2, 3, 4, 5, 6, 7)                                                                                           \
    EIGHT(DO, 8, 9, 10, 11, 12, 13, 14, 15)                                                                                     \
    EIGHT(DO, 16, 17, 18, 19, 20, 21, 22, 23)                                                                                   \
    EIGHT(DO, 24, 25, 26, 27, 28, 29, 30, 31)                                                                                   \
    EIGHT(DO, 32, 33, 34, 35, 36, 37, 38, 39)                                                                                   \
    EIGHT(DO, 40, 41, 42, 43, 44, 45, 46, 47)                                                                                   \
    EIGHT(DO, 48, 49, 50, 51, 52, 53, 54, 55)                                                                                   \
    EIGHT(DO, 56, 57, 58, 59, 60, 61, 62, 63)

ALL(STAGE)

int main(void) {
    int sum = 0, best = 0;
    ALL(CALL)
    plica_assert(sum != best);
    return 0;
}
