// No input, and more iterations than can be executed: only folding tells.
//
// verdict: holds
// loops: compact
#include <assert.h>
int main(void) {
    unsigned long s = 0;
    for (unsigned i = 0; i < 4000000000u; i++) s += i;
    assert(s == 7999999998000000000ul);
    return 0;
}
