// run: check
// verdict: holds
// What is summed up on the way back wraps round within a byte, which has no closed form for all depths: the recursion
// is executed instead.
#include "plica.h"

static int sum(unsigned n) {
    char byte = n;
    return n ? sum(n - 1) + byte : 0;
}

int main(void) {
    unsigned n = plica_range(0, 201, "n");
    int all = sum(n);
    plica_assert(n > 127 || all == (int)(n * (n + 1) / 2));
    return 0;
}
