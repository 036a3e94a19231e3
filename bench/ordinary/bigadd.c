//! Decimal big numbers of N unknown digits: (a+b)-b is a, and the sum is at least a.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 11
#endif
typedef struct { unsigned char d[N + 1]; } big;

static big add(big a, big b) {
  big r; int c = 0;
  for (int i = 0; i <= N; i++) {
    int s = a.d[i] + b.d[i] + c;
    if (s >= 10) { s -= 10; c = 1; } else c = 0;
    r.d[i] = s;
  }
  return r;
}
static big sub(big a, big b) {
  big r; int c = 0;
  for (int i = 0; i <= N; i++) {
    int s = a.d[i] - b.d[i] - c;
    if (s < 0) { s += 10; c = 1; } else c = 0;
    r.d[i] = s;
  }
  return r;
}
static int cmp(const big *a, const big *b) {
  for (int i = N; i >= 0; i--)
    if (a->d[i] != b->d[i]) return a->d[i] < b->d[i] ? -1 : 1;
  return 0;
}
int main(void) {
  unsigned char x[N], y[N]; SYM(x); SYM(y);
  big a = {{0}}, b = {{0}};
  for (int i = 0; i < N; i++) {
    ASSUME(x[i] < 10); ASSUME(y[i] < 10);
    a.d[i] = x[i]; b.d[i] = y[i];
  }
  big s = add(a, b), t = sub(s, b);
  ASSERT(cmp(&t, &a) == 0);
  ASSERT(cmp(&s, &a) >= 0);
  return 0;
}
