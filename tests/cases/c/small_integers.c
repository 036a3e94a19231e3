// verdict: holds
// Exact-width types, conversions between them, and enumerations as bit sets.
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include "plica.h"

enum rights { READ = 1, WRITE = 2, EXECUTE = 4 };

int main(void) {
    int16_t s = plica_short("s");
    uint8_t low = (uint8_t)s, high = (uint8_t)(s >> 8);
    plica_assert((int16_t)(high << 8 | low) == s);
    plica_assert((int8_t)low == (low < 128 ? low : low - 256));
    int64_t wide = s;
    plica_assert((wide < 0) == (s < 0) && wide * wide >= 0 && wide * wide <= 1 << 30);
    enum rights rights = READ;
    if (plica_bool("write")) rights |= WRITE;
    rights &= ~READ;
    bool b = rights;
    plica_assert(b == (rights == WRITE) && (b == 0 || b == 1));
    plica_assert((uint32_t)INT_MIN == 1u << 31 && CHAR_BIT == 8 && UINT8_MAX == 255);
    return 0;
}
