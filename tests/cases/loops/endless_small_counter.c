// run: check --time-limit 20s
// loops: compact
// verdict: holds
// A byte is always below 256: the loop never ends.
#include "plica.h"

int main(void) {
    int count = 0;
    for (unsigned char i = 0; i < 256; i++) count = i;
    plica_assert(count == 0);
    return 0;
}
