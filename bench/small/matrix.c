//! Products of two matrices in two orders of factors.
//! Verdict: holds.
#include "small.h"
#define N 3
int main(void) {
    int8_t a[N][N], b[N][N];
    SYM(a);
    SYM(b);
    int c[N][N], d[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            d[i][j] = 0;
            for (int k = 0; k < N; k++) {
                c[i][j] += a[i][k] * b[k][j];
                d[i][j] += b[k][j] * a[i][k];
            }
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) ASSERT(c[i][j] == d[i][j]);
    return 0;
}
