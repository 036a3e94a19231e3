// verdict: violated
// error: shift-range at 7
// The width of a shift comes from the caller, and one of them does not cut it.
#include "plica.h"

static unsigned bit(unsigned n) {
    return 1u << n;
}

int main(void) {
    unsigned n = plica_uint("n");
    plica_assert(bit(n & 31) != 0);
    if (n <= 32) plica_assert(bit(n) != 0);
    return 0;
}
