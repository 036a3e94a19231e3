// verdict: violated
// error: shift-range at 9
// A mask of n bits, where n may be all of them.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    if (n > 32) return 0;
    unsigned mask = (1u << n) - 1;
    return mask == 7;
}
