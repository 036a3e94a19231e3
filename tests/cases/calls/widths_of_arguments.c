// verdict: holds
// Arguments are converted to the parameters' types: cut off, extended with or without sign.
#include "plica.h"

static int from_uchar(unsigned char c) { return c; }
static int from_schar(signed char c) { return c; }
static long from_int(int i) { return i; }
static unsigned long from_uint(unsigned u) { return u; }
static int from_bool(_Bool b) { return b; }

int main(void) {
    int x = plica_int("x");
    plica_assert(from_uchar((unsigned char)x) == (x & 255));
    plica_assert(from_schar((signed char)x) == ((x & 255) ^ 128) - 128);
    plica_assert(from_int(x) == x && (from_int(x) < 0) == (x < 0));
    plica_assert(from_uint((unsigned)x) <= 0xffffffffUL);
    plica_assert(x >= 0 || from_uint((unsigned)x) > 0x7fffffffUL);
    plica_assert(from_bool(x) == (x != 0) && from_bool(256) == 1);
    return 0;
}
