// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 10
// Doubling 32 times loses the last bit.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = 1;
    for (unsigned i = 0; i < n; i++) x *= 2;
    plica_assert(x != 0);
    return 0;
}
