// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 12
// native: no
// Executing all 4,294,967,296 iterations would take minutes, although none depends on an input.
#include "plica.h"

int main(void) {
    unsigned long sum = 0;
    for (unsigned long i = 0; i < 1ul << 32; i++) sum += 3;
    plica_assert(sum != 3ul << 32);
    return 0;
}
