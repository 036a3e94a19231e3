//! UTF-8 decoded and encoded again.
//! Verdict: holds.
#include "small.h"
static int dec(const unsigned char *s, int n, uint32_t *o) {
    if (n < 1) return 0;
    if (s[0] < 0x80) {
        *o = s[0];
        return 1;
    }
    int k = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc0 ? 2 : 0;
    if (!k || k > n || s[0] > 0xf7) return 0;
    uint32_t c = s[0] & (0x7f >> k);
    for (int i = 1; i < k; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (s[i] & 0x3f);
    }
    static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < min[k] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return 0;
    *o = c;
    return k;
}
static int enc(uint32_t c, unsigned char *o) {
    if (c < 0x80) {
        o[0] = c;
        return 1;
    }
    if (c < 0x800) {
        o[0] = 0xc0 | c >> 6;
        o[1] = 0x80 | (c & 63);
        return 2;
    }
    if (c < 0x10000) {
        o[0] = 0xe0 | c >> 12;
        o[1] = 0x80 | (c >> 6 & 63);
        o[2] = 0x80 | (c & 63);
        return 3;
    }
    o[0] = 0xf0 | c >> 18;
    o[1] = 0x80 | (c >> 12 & 63);
    o[2] = 0x80 | (c >> 6 & 63);
    o[3] = 0x80 | (c & 63);
    return 4;
}
int main(void) {
    unsigned char s[8], o[4];
    SYM(s);
    int at = 0;
    while (at < 8) {
        uint32_t c;
        int k = dec(s + at, 8 - at, &c);
        if (!k) break;
        int m = enc(c, o);
        ASSERT(m == k);
        for (int i = 0; i < k; i++) ASSERT(o[i] == s[at + i]);
        at += k;
    }
    return 0;
}
