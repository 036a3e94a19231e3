// verdict: violated
// error: assertion-failure at 12
// The bits of a float are not those of the integer.
#include <stdint.h>
#include "plica.h"

union number { float f; uint32_t bits; };

int main(void) {
    union number n;
    n.bits = plica_uint("bits");
    plica_assert(n.bits != 0x3fc00000 || n.f != 1.5f);
    return 0;
}
