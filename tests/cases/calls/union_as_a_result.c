// verdict: holds
// A union as a result, read through another member than the one that was written.
#include "plica.h"

union word {
    unsigned whole;
    unsigned char bytes[4];
};

static union word make(unsigned x) {
    union word w;
    w.whole = x;
    return w;
}

static unsigned char top(union word w) { return w.bytes[3]; }

int main(void) {
    unsigned x = plica_uint("x");
    plica_assert(make(x).bytes[0] == (x & 255) && top(make(x)) == x >> 24);
    return 0;
}
