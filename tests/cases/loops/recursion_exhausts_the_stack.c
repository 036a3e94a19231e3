// Every odd number misses the end, and so does every even one that is too far from it.
// loops: compact
// verdict: violated
// error: stack-overflow at 8
// native: no
#include "plica.h"
static unsigned f(unsigned n) {
    return n == 6 ? 0 : f(n + 2) + 1;
}
int main(void) { return f(plica_uint("n")) == 3; }
