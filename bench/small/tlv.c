//! Records of type, length and value: a length is never above ten.
//! Verdict: holds.
#include "small.h"
#define N 12
int main(void) {
    unsigned char b[N], out[8];
    SYM(b);
    int at = 0, n = 0;
    while (at + 2 <= N) {
        int t = b[at], l = b[at + 1];
        at += 2;
        if (l > N - at) return 0;
        if (t == 1) {
            for (int i = 0; i < l && i < 8; i++) out[i] = b[at + i];
            n = l;
        } else if (t == 2) {
            if (n >= 4) ASSERT(n <= 10);
        }
        at += l;
    }
    return 0;
}
