//! Rational: greatest common divisors, fractions in lowest terms, and an array of three of them.
//!
//! A subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015, written afresh
//! from what is said of it there: abs, gcd by Euclid's method, simplify with two divisions by what gcd gives, simp over three
//! fractions (six inputs). -DRECURSIVE has gcd call itself. Loops and recursion end after BOUND steps (-DBOUND=2) by an
//! assumption, as they do in the paper by a bound on depth: gcd has 14 paths then, simplify one more, for 0/0.
//!
//! -DMAIN=gcd|simplify|simp. Inputs are of 16 bits, so that nothing overflows.
//! Verdict: holds.
#include "plica.h"

#ifndef MAIN
#define MAIN simplify
#endif
#ifndef BOUND
#define BOUND 2
#endif

struct rational {
    int num, den;
};

static int absolute(int x) {
    if (x < 0) return -x;
    return x;
}

#ifdef RECURSIVE
static int gcd_rec(int a, int b, int depth) {
    plica_assume(depth <= BOUND);
    if (b == 0) return a;
    return gcd_rec(b, a % b, depth + 1);
}

static int gcd_of(int a, int b) {
    return gcd_rec(absolute(a), absolute(b), 0);
}
#else
static int gcd_of(int a, int b) {
    a = absolute(a), b = absolute(b);
    for (int steps = 0; b != 0; steps++) {
        plica_assume(steps < BOUND);
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
#endif

static void simplify_one(struct rational *r) {
    int divisor = gcd_of(r->num, r->den);
    if (divisor == 0) return;
    r->num /= divisor;
    r->den /= divisor;
}

static void any(struct rational *r) {
    r->num = plica_short("num");
    r->den = plica_short("den");
}

void gcd(void) { gcd_of(plica_short("a"), plica_short("b")); }

void simplify(void) {
    struct rational r;
    any(&r);
    simplify_one(&r);
}

void simp(void) {
    struct rational r[3];
    for (int i = 0; i < 3; i++) any(&r[i]);
    for (int i = 0; i < 3; i++) simplify_one(&r[i]);
}

int main(void) {
    MAIN();
    return 0;
}
