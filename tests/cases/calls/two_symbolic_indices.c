// verdict: violated
// error: assertion-failure at 17
// One callee writes a global table at an index, another reads it at another: they may be equal.
#include "plica.h"

static unsigned char table[16];

static void enter(unsigned key, unsigned char value) { table[key & 15] = value; }
static unsigned char look(unsigned key) { return table[(key >> 4) & 15]; }

int main(void) {
    unsigned a = plica_uint("a"), b = plica_uint("b");
    enter(a, 9);
    plica_assert(look(a << 4) == 9);
    unsigned char found = look(b);
    plica_assert(found == 0 || found == 9);
    plica_assert(found == 0);
    return 0;
}
