//! N queens: unknown columns are checked row by row; a solution whose first queen is in the third column violates.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 7
#endif
static int attacks(const unsigned char *q, int a, int b) {
  if (q[a] == q[b]) return 1;
  int d = q[a] > q[b] ? q[a] - q[b] : q[b] - q[a];
  return d == b - a;
}
static int rows(const unsigned char *q) {
  for (int i = 0; i < N; i++) {
    if (q[i] >= N) return i;
    for (int j = 0; j < i; j++)
      if (attacks(q, j, i)) return i;
  }
  return N;
}
int main(void) {
  unsigned char q[N]; SYM(q);
  int r = rows(q);
  if (r < N) return 0;
  unsigned cols = 0, sum = 0;
  for (int i = 0; i < N; i++) {
    cols |= 1u << q[i];
    sum += q[i];
  }
  ASSERT(cols == (1u << N) - 1);
  ASSERT(sum == N * (N - 1) / 2);
  ASSERT(q[0] != 2);
  return 0;
}
