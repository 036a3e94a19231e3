// run: check --time-limit 20s
// verdict: holds
// Two variables change places: after an even number of times they are back.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), a = plica_uint("a"), b = plica_uint("b"), a0 = a, b0 = b;
    plica_assume(n <= 7);
    for (unsigned i = 0; i < n; i++) {
        unsigned held = a;
        a = b;
        b = held;
    }
    plica_assert(n & 1 ? a == b0 && b == a0 : a == a0 && b == b0);
    return 0;
}
