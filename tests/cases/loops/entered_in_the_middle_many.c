// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A loop that a jump enters in its middle.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0, begins = 0, ends = 0;
    if (plica_bool("middle")) goto middle;
    while (i < n) {
        begins++;
    middle:
        ends++;
        i++;
    }
    plica_assert(ends == i && ends - begins <= 1);
    return 0;
}
