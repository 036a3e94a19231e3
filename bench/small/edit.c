//! Edit distance is at most the number of different places.
//! Verdict: holds.
#include "small.h"
#define N 4
int main(void) {
    char a[N], b[N];
    SYM(a);
    SYM(b);
    int d[N + 1][N + 1];
    for (int i = 0; i <= N; i++) d[i][0] = d[0][i] = i;
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++) {
            int m = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < m) m = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < m) m = d[i][j - 1] + 1;
            d[i][j] = m;
        }
    int h = 0;
    for (int i = 0; i < N; i++) h += a[i] != b[i];
    ASSERT(d[N][N] <= h);
    ASSERT(d[N][N] >= 0);
    return 0;
}
