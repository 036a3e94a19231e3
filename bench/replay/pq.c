//! p and q: two functions of which one calls the other, on two inputs.
//!
//! After Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015. p has three paths that
//! are feasible: where x is above y, p may make them equal, elsewhere it moves them apart. q has two: what it adds and takes
//! away leaves one path of p in either case. -DMAIN=p|q. Inputs are short, since nothing overflows in the paper.
//! Verdict: holds.
#include "plica.h"

#ifndef MAIN
#define MAIN q
#endif

int p(int x, int y) {
    if (x > y) x--;
    else y++;
    if (x == y) return x;
    return y;
}

int q(int a, int b) {
    if (a > b) return p(a + 1, b - 10);
    return p(b + 1, a - 10);
}

int main(void) {
    int a = plica_short("a"), b = plica_short("b");
    MAIN(a, b);
    return 0;
}
