// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A loop that never ends and never fails.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    for (;;) n += 2;
}
