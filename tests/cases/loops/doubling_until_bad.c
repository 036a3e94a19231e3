// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 11
// Doubling skips the numbers that are no powers of two.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), x = 1;
    plica_assume(n <= 0x80000000u && n > 1000);
    while (x < n) x *= 2;
    plica_assert(x == n);
    return 0;
}
