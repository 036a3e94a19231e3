// verdict: holds
// A callee writes through a pointer to one of two objects, chosen by an input.
#include "plica.h"

static void add(int *p, int by) { *p += by; }

int main(void) {
    int a = 1, b = 2;
    _Bool first = plica_bool("first"), again = plica_bool("again");
    int *p = first ? &a : &b, *q = again ? p : &a;
    add(p, 10);
    add(q, 100);
    plica_assert(a + b == 113);
    plica_assert(first || again ? (first ? a == 111 : b == 112) : a == 101 && b == 12);
    return 0;
}
