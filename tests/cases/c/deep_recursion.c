// verdict: holds
// Ten thousand frames: a limit of plica's own stack must not show.
#include "plica.h"

static unsigned depth(unsigned n, unsigned payload) { return n == 0 ? payload : 1 + depth(n - 1, payload); }

int main(void) {
    unsigned payload = plica_uint("payload");
    plica_assert(depth(10000, payload) == 10000 + payload);
    return 0;
}
