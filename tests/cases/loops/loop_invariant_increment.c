// run: check --time-limit 20s
// loops: compact
// verdict: holds
// The step is an input that the loop does not change.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), step = plica_uint("step"), start = plica_uint("start"), x = start;
    for (unsigned i = 0; i < n; i++) x += step;
    plica_assert(x == start + n * step);
    return 0;
}
