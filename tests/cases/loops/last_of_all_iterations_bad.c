// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 13
// native: no
// The assertion fails in the last of 2^32 iterations.
#include "plica.h"

int main(void) {
    unsigned i = 0;
    for (;;) {
        i++;
        plica_assert(i != 0);
    }
}
