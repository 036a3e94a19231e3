// run: check --time-limit 20s
// verdict: holds
// A triangle: the inner loop begins where the outer one is.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), count = 0;
    plica_assume(n <= 7);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < n; j++) count++;
    plica_assert(count == n * (n + 1) / 2);
    return 0;
}
