// verdict: holds
// A callee looks into a constant table at a symbolic index.
#include "plica.h"

static const unsigned char bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

static int count(unsigned char x) { return bits[x & 15] + bits[x >> 4]; }

int main(void) {
    unsigned char x = plica_uchar("x");
    plica_assert(count(x) <= 8);
    plica_assert(count(x) + count((unsigned char)~x) == 8);
    plica_assert(x == 0 || count((unsigned char)(x & (x - 1))) == count(x) - 1);
    return 0;
}
