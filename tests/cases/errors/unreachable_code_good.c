// verdict: holds
// The twin of unreachable_code_bad.c.
#include "plica.h"

static int name(unsigned two_bits) {
    switch (two_bits) {
    case 0: return 'r';
    case 1: return 'g';
    case 2: return 'b';
    case 3: return 'a';
    default: __builtin_unreachable();
    }
}

int main(void) { return name(plica_uint("colour") & 3u); }
