//! A binary heap gives five numbers in order.
//! Verdict: holds.
#include "small.h"
#define N 5
static int h[N], n;
static void push(int v) {
    int i = n++;
    while (i > 0 && h[(i - 1) / 2] > v) {
        h[i] = h[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h[i] = v;
}
static int pop(void) {
    int r = h[0], v = h[--n], i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= n) break;
        if (c + 1 < n && h[c + 1] < h[c]) c++;
        if (h[c] >= v) break;
        h[i] = h[c];
        i = c;
    }
    h[i] = v;
    return r;
}
int main(void) {
    int a[N];
    SYM(a);
    for (int i = 0; i < N; i++) push(a[i]);
    int last = pop();
    for (int i = 1; i < N; i++) {
        int v = pop();
        ASSERT(last <= v);
        last = v;
    }
    return 0;
}
