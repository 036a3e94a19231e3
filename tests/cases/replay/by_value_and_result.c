//! Structures that are passed by value and given back, booleans in them included.
//! verdict: holds
#include <stdbool.h>
#include "plica.h"

struct big { int v[3]; bool set; unsigned char kind; };

static struct big turn(struct big b, bool also) {
    struct big r = b;
    if (b.set && also) r.v[0] = b.v[2];
    if (b.kind > 4) r.kind = 4;
    r.set = r.v[0] == b.v[0];
    return r;
}

int main(void) {
    struct big b = {{plica_int("x"), 2, plica_int("z")}, plica_bool("set"), plica_uchar("kind")};
    struct big once = turn(b, plica_bool("also")), twice = turn(once, true);
    plica_assert(once.kind <= 4 && twice.kind <= 4);
    plica_assert(once.set == (once.v[0] == b.v[0]));
    plica_assert(!once.set || twice.v[0] == once.v[2]);
    plica_assert(once.v[1] == 2);
    return 0;
}
