// run: check --entry middle
// verdict: holds
// The twin of entry.c.
#include <assert.h>

unsigned middle(unsigned a, unsigned b) {
    unsigned m = (a & b) + ((a ^ b) >> 1);
    assert((a <= m && m <= b) || (b <= m && m <= a));
    return m;
}
