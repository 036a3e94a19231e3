//! A knapsack by dynamic programming.
//! Verdict: holds.
#include "small.h"
#define N 4
#define W 8
int main(void) {
    unsigned char w[N], v[N];
    SYM(w);
    SYM(v);
    int b[W + 1] = {0};
    for (int i = 0; i < N; i++) {
        ASSUME(w[i] > 0 && w[i] <= 4);
    }
    for (int i = 0; i < N; i++)
        for (int c = W; c >= w[i]; c--) {
            int x = b[c - w[i]] + v[i];
            if (x > b[c]) b[c] = x;
        }
    for (int i = 0; i < N; i++) ASSERT(b[W] >= v[i]);
    for (int c = 0; c < W; c++) ASSERT(b[c] <= b[c + 1]);
    return 0;
}
