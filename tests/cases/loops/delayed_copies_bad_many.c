// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 16
// After two iterations the first copy holds the start of the last.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), previous = 77, before = 88, current = 5;
    plica_assume(n <= 0xffffffffu);
    for (unsigned i = 0; i < n; i++) {
        before = previous;
        previous = current;
        current = i;
    }
    plica_assert(before != 5);
    return 0;
}
