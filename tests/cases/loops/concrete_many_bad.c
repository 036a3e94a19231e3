// No input, and more iterations than can be executed: only folding tells.
//
// verdict: violated
// error: assertion-failure at 9
// loops: compact
#include <assert.h>
int main(void) {
    unsigned x = 0;
    for (unsigned i = 0; i < 3000000000u; i++) x += 2; assert(x != 1705032704u);
    return 0;
}
