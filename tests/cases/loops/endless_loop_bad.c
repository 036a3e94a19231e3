// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 11
// A loop that never ends, until its assertion fails.
#include "plica.h"

int main(void) {
    unsigned n = 0;
    for (;;) {
        n += 2;
        plica_assert(n != 100000);
    }
}
