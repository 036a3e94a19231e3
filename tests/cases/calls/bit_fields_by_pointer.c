// verdict: holds
// A callee sets one bit field; those that share its bytes stay.
#include "plica.h"

struct flags {
    unsigned low : 3, middle : 7, high : 6;
};

static void set_middle(struct flags *f, unsigned x) { f->middle = x; }
static unsigned high(struct flags f) { return f.high; }

int main(void) {
    unsigned l = plica_uint("l"), m = plica_uint("m"), h = plica_uint("h");
    struct flags f = {l & 7, 1, h & 63};
    set_middle(&f, m);
    plica_assert(f.low == (l & 7) && f.middle == (m & 127) && high(f) == (h & 63));
    return 0;
}
