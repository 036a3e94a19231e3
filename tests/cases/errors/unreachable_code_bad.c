// verdict: violated
// error: unreachable-code at 11
// "All cases are handled", but two bits have four values.
#include "plica.h"

static int name(unsigned two_bits) {
    switch (two_bits) {
    case 0: return 'r';
    case 1: return 'g';
    case 2: return 'b';
    default: __builtin_unreachable();
    }
}

int main(void) { return name(plica_uint("colour") & 3u); }
