// verdict: holds
// A correlation between input and output: the caller knows the case by the value that comes back.
#include "plica.h"

static int encode(int x) { return x < 0 ? -2 * x - 1 : 2 * x; }
static int decode(int z) { return z % 2 ? -(z + 1) / 2 : z / 2; }

int main(void) {
    int x = plica_range(-1000, 1000, "x");
    int z = encode(x);
    plica_assert(z >= 0);
    plica_assert(decode(z) == x);
    if (z % 2 == 1) plica_assert(x < 0);
    return 0;
}
