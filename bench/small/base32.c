//! Five bytes in base 32 and back.
//! Verdict: holds.
#include "small.h"
static const char al[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
static int dec(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= '2' && c <= '7') return c - '2' + 26;
    return -1;
}
int main(void) {
    unsigned char s[5];
    SYM(s);
    char o[8];
    unsigned long v = 0;
    for (int i = 0; i < 5; i++) v = v << 8 | s[i];
    for (int i = 7; i >= 0; i--) {
        o[i] = al[v & 31];
        v >>= 5;
    }
    unsigned long r = 0;
    for (int i = 0; i < 8; i++) {
        int d = dec(o[i]);
        ASSERT(d >= 0);
        r = r << 5 | d;
    }
    for (int i = 4; i >= 0; i--) {
        ASSERT(s[i] == (r & 255));
        r >>= 8;
    }
    return 0;
}
