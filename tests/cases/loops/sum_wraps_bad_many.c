// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 15
// A sum in eight bits wraps: it is not bounded by what it is a sum of.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    unsigned char sum = 0;
    plica_assume(n >= 300 && n <= 1000);
    for (unsigned i = 0; i < n; i++)
        if (plica_bool("b")) sum += 3;
        else sum += 2;
    plica_assert(sum != 7);
    return 0;
}
