// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 15
// native: no
// The other counter may come to four milliards.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    plica_assert(y != 4000000000u);
    return 0;
}
