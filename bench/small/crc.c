//! CRC-32 by bits and by a table made at run time.
//! Verdict: holds.
#include "small.h"
static uint32_t t[256];
static uint32_t slow(const unsigned char *p, int n) {
    uint32_t c = ~0u;
    while (n--) {
        c ^= *p++;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    }
    return ~c;
}
int main(void) {
    unsigned char s[4];
    SYM(s);
    for (int i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        t[i] = c;
    }
    uint32_t c = ~0u;
    for (int i = 0; i < 4; i++) c = t[(c ^ s[i]) & 255] ^ (c >> 8);
    c = ~c;
    ASSERT(c == slow(s, 4));
    return 0;
}
