//! Euclid on two bytes: a divisor of both.
//! Verdict: holds.
#include "small.h"
static unsigned g(unsigned a, unsigned b) {
    while (b) {
        unsigned t = a % b;
        a = b;
        b = t;
    }
    return a;
}
int main(void) {
    unsigned char a, b;
    SYM(a);
    SYM(b);
    ASSUME(a > 0 && b > 0);
    unsigned r = g(a, b);
    ASSERT(r > 0 && a % r == 0 && b % r == 0);
    return 0;
}
