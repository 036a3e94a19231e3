// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Each variable holds what the next one held an iteration earlier.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), previous = 77, before = 88, current = 5;
    plica_assume(n <= 0xffffffffu);
    for (unsigned i = 0; i < n; i++) {
        before = previous;
        previous = current;
        current = i;
    }
    plica_assert(n < 3 ? before != 0 : before == n - 3 && previous == n - 2 && current == n - 1);
    return 0;
}
