//! 0/1 knapsack by dynamic programming with N unknown weights and values, against the greedy choice, which is
//! never better.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 4
#endif
#define CAP 6
static int best(const unsigned char *w, const unsigned char *v, int n) {
  int t[CAP + 1] = {0};
  for (int i = 0; i < n; i++)
    for (int c = CAP; c >= 0; c--) {
      if (w[i] > c) continue;
      int with = t[c - w[i]] + v[i];
      if (with > t[c]) t[c] = with;
    }
  return t[CAP];
}
static int greedy(const unsigned char *w, const unsigned char *v, int n) {
  int room = CAP, got = 0;
  for (int i = 0; i < n; i++)
    if (w[i] <= room) { room -= w[i]; got += v[i]; }
  return got;
}
int main(void) {
  unsigned char w[N], v[N]; SYM(w); SYM(v);
  for (int i = 0; i < N; i++) {
    ASSUME(w[i] >= 1); ASSUME(w[i] <= 4); ASSUME(v[i] <= 50);
    int size = 1;
    while (size < w[i]) size++;
    w[i] = (unsigned char)size;
  }
  int b = best(w, v, N), g = greedy(w, v, N);
  ASSERT(g <= b);
  return 0;
}
