// run: check --time-limit 20s
// loops: compact
// verdict: holds
// Steps of two from an odd byte never meet 0: the loop does not end.
#include "plica.h"

int main(void) {
    unsigned char start = plica_uchar("start");
    unsigned count = 0;
    for (unsigned char i = start; i != 0; i += 2) count++;
    plica_assert((start & 1) == 0);
    return 0;
}
