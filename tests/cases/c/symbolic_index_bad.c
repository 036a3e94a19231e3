// verdict: violated
// error: assertion-failure at 11
// Two entries of the table are equal.
#include "plica.h"

static const unsigned short table[16] = {9, 41, 7, 1000, 3, 512, 77, 8, 15, 16, 23, 42, 512, 99, 4, 108};

int main(void) {
    unsigned a = plica_uint("a"), b = plica_uint("b");
    plica_assume(a < b && b < 16);
    plica_assert(table[a] != table[b]);
    return 0;
}
