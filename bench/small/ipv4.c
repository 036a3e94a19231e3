//! An address of four numbers is never 127.0.0.1.
//! Verdict: violated.
#include "small.h"
static int parse(const char *s, unsigned *o) {
    unsigned r = 0;
    for (int k = 0; k < 4; k++) {
        int v = 0, n = 0;
        while (*s >= '0' && *s <= '9') {
            v = v * 10 + *s++ - '0';
            if (++n > 3 || v > 255) return 0;
        }
        if (!n) return 0;
        r = r << 8 | v;
        if (k < 3 && *s++ != '.') return 0;
    }
    if (*s) return 0;
    *o = r;
    return 1;
}
int main(void) {
    char s[10];
    SYM(s);
    s[9] = 0;
    unsigned o;
    if (parse(s, &o)) ASSERT(o != 0x7f000001);
    return 0;
}
