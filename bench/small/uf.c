//! Union-find: classes are counted right.
//! Verdict: holds.
#include "small.h"
#define N 5
static int p[N];
static int find(int x) {
    while (p[x] != x) x = p[x] = p[p[x]];
    return x;
}
int main(void) {
    unsigned char a[4], b[4];
    SYM(a);
    SYM(b);
    int c = N;
    for (int i = 0; i < N; i++) p[i] = i;
    for (int i = 0; i < 4; i++) {
        ASSUME(a[i] < N && b[i] < N);
        int x = find(a[i]), y = find(b[i]);
        if (x != y) {
            p[x] = y;
            c--;
        }
    }
    int r = 0;
    for (int i = 0; i < N; i++) r += p[i] == i;
    ASSERT(r == c);
    for (int i = 0; i < 4; i++) ASSERT(find(a[i]) == find(b[i]));
    return 0;
}
