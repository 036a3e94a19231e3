//! Eight moves among three pegs lose no disk.
//! Verdict: holds.
#include "small.h"
int main(void) {
    unsigned char m[8];
    SYM(m);
    int peg[3] = {0, 0, 0};
    for (int d = 0; d < 3; d++) peg[0] |= 1 << d;
    for (int i = 0; i < 8; i++) {
        int f = m[i] % 3, t = (m[i] >> 4) % 3;
        if (f == t || !peg[f]) continue;
        int a = peg[f] & -peg[f], b = peg[t] & -peg[t];
        if (b && b < a) continue;
        peg[f] ^= a;
        peg[t] |= a;
    }
    ASSERT((peg[0] | peg[1] | peg[2]) == 7 && !(peg[0] & peg[1]));
    return 0;
}
