// run: check --checks uninit
// verdict: violated
// error: uninitialized-read at 11
// native: no
// The same in a scalar whose address is never taken.
#include "plica.h"

int main(void) {
    int rate;
    if (plica_int("kind") != 3) rate = 7;
    if (rate > 10) return 1;
    return 0;
}
