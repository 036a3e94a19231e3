//! A number in decimal and back.
//! Verdict: holds.
#include "small.h"
int main(void) {
    unsigned v;
    SYM(v);
    char b[11];
    int n = 0;
    unsigned x = v;
    do b[n++] = '0' + x % 10;
    while (x /= 10);
    unsigned r = 0;
    for (int i = n - 1; i >= 0; i--) r = r * 10 + (b[i] - '0');
    ASSERT(r == v);
    return 0;
}
