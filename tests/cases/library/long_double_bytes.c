// verdict: undecided
// reason: a long double has bits that no operation makes
// What the library makes of bytes that are no number is left open; of others it is not.
#include <math.h>
#include <string.h>
#include "plica.h"

int main(void) {
    unsigned char raw[16];
    plica_make_symbolic(raw, sizeof raw, "raw");
    long double x;
    memcpy(&x, raw, 10);
    plica_assert(raw[9] == 0x40 && raw[7] == 0xc0 ? roundl(x) > 1 : 1);
    plica_assert(raw[9] == 0x40 ? roundl(x) >= 2 : 1);
    return 0;
}
