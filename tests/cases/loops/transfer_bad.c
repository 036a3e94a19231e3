// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 13
// The other counter may come to 5.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    plica_assert(y != 5);
    return 0;
}
