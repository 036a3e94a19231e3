// verdict: violated
// error: assertion-failure at 13
// A comparison in the callee, both sides from the caller: one branch needs an unlikely pair.
#include "plica.h"

static int equal(unsigned a, unsigned b) { return a == b; }
static unsigned mix(unsigned x) { return x * 2654435761u ^ x >> 15; }

int main(void) {
    unsigned x = plica_uint("x");
    plica_assert(!equal(x, x + 1));
    plica_assert(equal(mix(x), mix(x)));
    plica_assert(!equal(mix(x), 0x12345678));
    return 0;
}
