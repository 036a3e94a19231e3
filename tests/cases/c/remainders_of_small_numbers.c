// run: check --time-limit 60s
// verdict: holds
// Euclid's algorithm on numbers between bounds: hard to prove, and soon tried.
#include "plica.h"

int main(void) {
    unsigned char x = plica_uchar("x"), y = plica_uchar("y");
    plica_assume(x && y);
    unsigned char a = x, b = y;
    for (int i = 0; i < 3 && b; i++) {
        unsigned char rest = a % b;
        a = b;
        b = rest;
    }
    plica_assert(b || (x % a == 0 && y % a == 0));
    return 0;
}
