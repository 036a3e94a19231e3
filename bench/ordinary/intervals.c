//! N unknown intervals are sorted, merged, and asked for a point: in one of them exactly if it is in a merged one.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 4
#endif
struct iv { unsigned char lo, hi; };

static int merge(struct iv *a, int n) {
  for (int i = 1; i < n; i++) {
    struct iv x = a[i];
    int j = i;
    while (j > 0 && a[j - 1].lo > x.lo) { a[j] = a[j - 1]; j--; }
    a[j] = x;
  }
  int m = 0;
  for (int i = 1; i < n; i++) {
    if (a[i].lo <= a[m].hi) {
      if (a[i].hi > a[m].hi) a[m].hi = a[i].hi;
    } else a[++m] = a[i];
  }
  return m + 1;
}
static int covers(const struct iv *a, int n, unsigned char p) {
  for (int i = 0; i < n; i++)
    if (a[i].lo <= p && p <= a[i].hi) return 1;
  return 0;
}
int main(void) {
  unsigned char e[2 * N], p[1]; SYM(e); SYM(p);
  struct iv a[N], b[N];
  for (int i = 0; i < N; i++) {
    a[i].lo = e[2 * i]; a[i].hi = e[2 * i + 1];
    if (a[i].lo > a[i].hi) { unsigned char t = a[i].lo; a[i].lo = a[i].hi; a[i].hi = t; }
    b[i] = a[i];
  }
  int m = merge(b, N);
  for (int i = 0; i + 1 < m; i++) ASSERT(b[i].hi < b[i + 1].lo);
  ASSERT(covers(a, N, p[0]) == covers(b, m, p[0]));
  return 0;
}
