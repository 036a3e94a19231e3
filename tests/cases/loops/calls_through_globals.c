// run: check --time-limit 20s
// verdict: holds
// The body calls functions that change global variables.
#include "plica.h"

static unsigned total, calls;

static unsigned twice(unsigned x) { return x + x; }

static void account(unsigned amount) {
    total += twice(amount);
    calls++;
}

int main(void) {
    unsigned n = plica_uint("n"), amount = plica_uint("amount");
    plica_assume(n <= 6);
    for (unsigned i = 0; i < n; i++) account(amount);
    plica_assert(calls == n && total == 2 * n * amount);
    return 0;
}
