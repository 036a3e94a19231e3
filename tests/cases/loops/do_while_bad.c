// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 12
// A do loop runs even if its condition never holds.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), i = 0;
    plica_assume(n <= 9);
    do i++;
    while (i < n);
    plica_assert(i == n);
    return 0;
}
