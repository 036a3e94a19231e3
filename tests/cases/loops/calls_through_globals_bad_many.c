// run: check --time-limit 20s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 21
// The body calls functions that change global variables: 40 can be the total.
#include "plica.h"

static unsigned total, calls;

static unsigned twice(unsigned x) { return x + x; }

static void account(unsigned amount) {
    total += twice(amount);
    calls++;
}

int main(void) {
    unsigned n = plica_uint("n"), amount = plica_uint("amount");
    plica_assume(n <= 0xffffffffu);
    for (unsigned i = 0; i < n; i++) account(amount);
    plica_assert(n < 4 || total != 40);
    return 0;
}
