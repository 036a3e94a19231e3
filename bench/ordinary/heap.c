//! Binary heap: N unknown priorities are pushed and popped in order, with a decrease in between.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 6
#endif
static int h[N + 1], n;

static void up(int i) {
  while (i > 0 && h[(i - 1) / 2] > h[i]) {
    int p = (i - 1) / 2, t = h[p];
    h[p] = h[i]; h[i] = t;
    i = p;
  }
}
static void down(int i) {
  for (;;) {
    int c = 2 * i + 1;
    if (c >= n) return;
    if (c + 1 < n && h[c + 1] < h[c]) c++;
    if (h[i] <= h[c]) return;
    int t = h[i]; h[i] = h[c]; h[c] = t;
    i = c;
  }
}
static void push(int v) { h[n++] = v; up(n - 1); }
static int pop(void) {
  int v = h[0];
  h[0] = h[--n];
  down(0);
  return v;
}
int main(void) {
  short p[N]; SYM(p);
  for (int i = 0; i < N; i++) push(p[i]);
  int last = pop();
  while (n > 0) {
    int v = pop();
    ASSERT(last <= v);
    last = v;
  }
  return 0;
}
