//! What a function was explored with apart may be one object at a call.
//! verdict: violated
//! error: assertion-failure at 21
#include "plica.h"

struct pair { int a, b; };

static int shift(struct pair *p, struct pair *q) {
    if (p->a > 0) q->a = 0;
    if (p->a > 0) return 1;
    return q->b > 3 ? 2 : 3;
}

int main(void) {
    struct pair one = {plica_int("a"), plica_int("b")}, other = {plica_int("c"), plica_int("d")};
    int apart = shift(&one, &other), same = shift(&one, &one);
    plica_assert(apart >= 1 && apart <= 3);
    plica_assert(apart != 1 || one.a > 0 || same == 2 || same == 3);
    if (apart == 1) plica_assert(same != 1);
    /* Where both are the same object, the first branch takes away what the second looks for. */
    plica_assert(same == 1 || apart != 1);
    return 0;
}
