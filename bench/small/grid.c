//! Breadth first through three by three cells.
//! Verdict: holds.
#include "small.h"
#define N 3
int main(void) {
    unsigned char w[N][N];
    SYM(w);
    int q[N * N * 4], h = 0, t = 0, d[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) d[i][j] = -1;
    w[0][0] = 0;
    d[0][0] = 0;
    q[t++] = 0;
    while (h < t) {
        int c = q[h++], i = c / N, j = c % N;
        static const int di[] = {1, -1, 0, 0}, dj[] = {0, 0, 1, -1};
        for (int k = 0; k < 4; k++) {
            int a = i + di[k], b = j + dj[k];
            if (a < 0 || b < 0 || a >= N || b >= N || w[a][b] & 1 || d[a][b] >= 0) continue;
            d[a][b] = d[i][j] + 1;
            q[t++] = a * N + b;
        }
    }
    ASSERT(t <= N * N);
    ASSERT(d[N - 1][N - 1] == -1 || (d[N - 1][N - 1] >= 4 && d[N - 1][N - 1] % 2 == 0));
    return 0;
}
