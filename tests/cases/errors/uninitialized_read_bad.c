// run: check --checks uninit
// verdict: violated
// error: uninitialized-read at 15
// native: no
// A switch sets the rate in all cases but one.
#include "plica.h"

int main(void) {
    int rate[2], kind = plica_int("kind");
    rate[1] = 0;
    switch (kind) {
    case 1: rate[0] = 7; break;
    case 2: rate[0] = 19; break;
    }
    if (rate[0] > 10) return 1;
    return 0;
}
