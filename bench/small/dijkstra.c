//! Shortest ways among four places.
//! Verdict: holds.
#include "small.h"
#define N 4
int main(void) {
    unsigned char g[N][N];
    SYM(g);
    int d[N], done[N] = {0};
    for (int i = 0; i < N; i++) d[i] = 100000;
    d[0] = 0;
    for (int r = 0; r < N; r++) {
        int u = -1;
        for (int i = 0; i < N; i++)
            if (!done[i] && (u < 0 || d[i] < d[u])) u = i;
        done[u] = 1;
        for (int v = 0; v < N; v++)
            if (d[u] + g[u][v] < d[v]) d[v] = d[u] + g[u][v];
    }
    for (int u = 0; u < N; u++)
        for (int v = 0; v < N; v++) ASSERT(d[v] <= d[u] + g[u][v]);
    return 0;
}
