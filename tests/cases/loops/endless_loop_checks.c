// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A loop that never ends; what it asserts holds each time, 2^32 numbers long.
#include "plica.h"

int main(void) {
    unsigned start = plica_uint("start"), n = 2 * start;
    for (;;) {
        n += 2;
        plica_assert((n & 1) == 0);
    }
}
