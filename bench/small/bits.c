//! 32 bits reversed twice, and counted in two ways.
//! Verdict: holds.
#include "small.h"
static uint32_t rev(uint32_t x) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        if (x >> i & 1) r |= 1u << (31 - i);
    return r;
}
int main(void) {
    uint32_t x;
    SYM(x);
    ASSERT(rev(rev(x)) == x);
    int n = 0;
    for (uint32_t y = x; y; y &= y - 1) n++;
    int m = 0;
    for (int i = 0; i < 32; i++) m += x >> i & 1;
    ASSERT(n == m);
    return 0;
}
