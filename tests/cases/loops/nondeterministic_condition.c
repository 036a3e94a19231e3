// run: check --time-limit 20s
// loops: compact
// verdict: holds
// An input decides each time whether the loop goes on.
#include "plica.h"

int main(void) {
    unsigned x = 0, y = 0;
    while (plica_bool("more")) {
        x++;
        y += 2;
    }
    plica_assert(y == 2 * x);
    return 0;
}
