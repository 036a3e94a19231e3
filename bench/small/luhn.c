//! A check sum of nine digits in two ways.
//! Verdict: holds.
#include "small.h"
#define N 9
int main(void) {
    char s[N];
    SYM(s);
    int sum = 0;
    for (int i = 0; i < N; i++) {
        ASSUME(s[i] >= '0' && s[i] <= '9');
        int d = s[i] - '0';
        if (i & 1) {
            d *= 2;
            if (d > 9) d -= 9;
        }
        sum += d;
    }
    ASSERT(sum <= 81);
    int t = 0;
    for (int i = 0; i < N; i++) {
        int d = s[i] - '0';
        if (i & 1) d = d * 2 / 10 + d * 2 % 10;
        t += d;
    }
    ASSERT(t == sum);
    return 0;
}
