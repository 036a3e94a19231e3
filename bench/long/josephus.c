//! Josephus: an unknown number of people in a circle, every k-th leaves; simulated with an array and with the recurrence.
//! Verdict: holds.
#include "../small/small.h"
static int simulate(int n, int k) {
  int next[8], cur = n - 1;
  for (int i = 0; i < n; i++) next[i] = (i + 1) % n;
  while (next[cur] != cur) {
    for (int j = 1; j < k; j++) cur = next[cur];
    next[cur] = next[next[cur]];
  }
  return cur;
}
static int formula(int n, int k) {
  int r = 0;
  for (int m = 2; m <= n; m++) r = (r + k) % m;
  return r;
}
int main(void) {
  unsigned char n, k;
  SYM(n);
  SYM(k);
  if (n < 1 || n > 7 || k < 1 || k > 8) return 0;
  int a = simulate(n, k), b = formula(n, k);
  ASSERT(a == b);
  ASSERT(a >= 0 && a < n);
  return 0;
}
