// verdict: holds
// Arguments and results of 64 and of 128 bits.
#include "plica.h"

static unsigned __int128 square(unsigned long x) { return (unsigned __int128)x * x; }
static unsigned long high(unsigned __int128 x) { return (unsigned long)(x >> 64); }

int main(void) {
    unsigned long x = 1UL << plica_range(0, 64, "bit");
    plica_assert((high(square(x)) == 0) == (x < 1UL << 32));
    plica_assert(high(square(x)) <= 1UL << 62);
    return 0;
}
