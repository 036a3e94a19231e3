// run: check --time-limit 20s
// verdict: holds
// A byte counts on until it wraps to 0.
#include "plica.h"

int main(void) {
    unsigned char start = plica_uchar("start");
    unsigned count = 0;
    for (unsigned char i = start; i != 0; i++) count++;
    plica_assert(((count + start) & 255) == 0);
    return 0;
}
