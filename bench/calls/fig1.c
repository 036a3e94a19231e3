//! Fig. 1: P1 calls P2, and each has a statement that is unreachable because of the other.
//!
//! After Vanoverberghe, Piessens: Precise and Progressing Compositional Symbolic Execution, 2010. On its own, P2 can be called
//! with any x, and its call can return anything to P1. Only together they exclude both statements: P1 calls P2 with x > 0
//! alone, and what P2 then returns is above x.
//! Verdict: holds (a compositional analysis that is not precise reports one of the two).
#include "plica.h"

static int P2(int x) {
    if (x <= 0) plica_error("P2 is called with a positive x only");
    if (x > 100) return x;
    return x + 1;
}

static int P1(int x) {
    if (x <= 0 || x > 100) return 0;
    int y = P2(x);
    if (y <= x) plica_error("P2 returns more than x");
    return y;
}

int main(void) {
    P1(plica_int("x"));
    return 0;
}
