//! Merge sort of six numbers keeps their sum.
//! Verdict: holds.
#include "small.h"
#define N 6
static int t[N];
static void ms(int *a, int l, int r) {
    if (r - l < 2) return;
    int m = (l + r) / 2;
    ms(a, l, m);
    ms(a, m, r);
    int i = l, j = m, k = l;
    while (i < m && j < r) t[k++] = a[i] <= a[j] ? a[i++] : a[j++];
    while (i < m) t[k++] = a[i++];
    while (j < r) t[k++] = a[j++];
    for (k = l; k < r; k++) a[k] = t[k];
}
int main(void) {
    int a[N];
    SYM(a);
    long s = 0, u = 0;
    for (int i = 0; i < N; i++) s += a[i];
    ms(a, 0, N);
    for (int i = 0; i < N; i++) u += a[i];
    for (int i = 0; i + 1 < N; i++) ASSERT(a[i] <= a[i + 1]);
    ASSERT(s == u);
    return 0;
}
