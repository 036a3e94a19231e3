//! IncDec: an integer is incremented up to N and then decremented to 0, one call of a small function for each step.
//!
//! After Vanoverberghe, Piessens: Precise and Progressing Compositional Symbolic Execution, 2010 (Fig. 10 counts its queries
//! over N), and Anand, Godefroid, Tillmann: Demand-Driven Compositional Symbolic Execution, 2008. N is set by -DN=10.
//! Where calls in place drown: climbing ends in N + 1 ways, one for each value at the start, and behind each of them every
//! step down is a decision of its own, about N * N in all. With loops unrolled; folded they are one step each.
//! Verdict: violated (only a value that begins at 0 needs 2 * N steps).
#include "plica.h"

#ifndef N
#define N 10
#endif

static int value;

static int increment(void) {
    if (value >= N) return 0;
    value++;
    return 1;
}

static int decrement(void) {
    if (value <= 0) return 0;
    value--;
    return 1;
}

static int climb(void) {
    int steps = 0;
    while (increment()) steps++;
    return steps;
}

static int descend(void) {
    int steps = 0;
    while (decrement()) steps++;
    return steps;
}

int main(void) {
    value = plica_int("value");
    plica_assume(value >= 0 && value <= N);
    int up = climb();
    int down = descend();
    plica_assert(up + down < 2 * N);
    return 0;
}
