//! A step of Life on four by four cells.
//! Verdict: holds.
#include "small.h"
#define N 4
int main(void) {
    unsigned char g[N][N], b[N][N];
    SYM(g);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) g[i][j] &= 1;
    int live = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int n = 0;
            for (int a = -1; a < 2; a++)
                for (int c = -1; c < 2; c++)
                    if ((a || c) && i + a >= 0 && i + a < N && j + c >= 0 && j + c < N) n += g[i + a][j + c];
            b[i][j] = n == 3 || (n == 2 && g[i][j]);
            live += b[i][j];
        }
    ASSERT(live < 16);
    return 0;
}
