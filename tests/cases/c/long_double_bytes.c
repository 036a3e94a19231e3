// verdict: holds
// Bytes that no operation makes are computed with as the processor does.
#include <string.h>
#include "plica.h"

int main(void) {
    unsigned char raw[16];
    plica_make_symbolic(raw, sizeof raw, "raw");
    long double x;
    memcpy(&x, raw, 10);
    int is_number = (raw[7] >= 0x80) == ((raw[9] & 0x7f) != 0 || raw[8] != 0);
    if (raw[7] < 0x80 && (raw[9] & 0x7f)) plica_assert(x != x && !(x + 1 < x));
    if (!is_number && raw[8] == 0 && raw[9] == 0) plica_assert(x >= 0x1p-16382L && x < 0x1p-16381L);
    if (is_number && (raw[9] & 0x7f) != 0x7f) plica_assert(x == 0 || (x > 0) == (raw[9] < 0x80));
    return 0;
}
