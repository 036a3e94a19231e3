//! Eight rounds of TEA and back.
//! Verdict: holds.
#include "small.h"
int main(void) {
    uint32_t v[2], k[4];
    SYM(v);
    SYM(k);
    uint32_t a = v[0], b = v[1], s = 0;
    for (int i = 0; i < 8; i++) {
        s += 0x9e3779b9;
        a += ((b << 4) + k[0]) ^ (b + s) ^ ((b >> 5) + k[1]);
        b += ((a << 4) + k[2]) ^ (a + s) ^ ((a >> 5) + k[3]);
    }
    for (int i = 0; i < 8; i++) {
        b -= ((a << 4) + k[2]) ^ (a + s) ^ ((a >> 5) + k[3]);
        a -= ((b << 4) + k[0]) ^ (b + s) ^ ((b >> 5) + k[1]);
        s -= 0x9e3779b9;
    }
    ASSERT(a == v[0] && b == v[1]);
    return 0;
}
