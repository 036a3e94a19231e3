//! Largest sum of a part of six unknown numbers: Kadane's way against all parts.
//! Verdict: holds.
#include "../small/small.h"
#define N 6
static int kadane(const signed char *a) {
  int best = a[0], cur = a[0];
  for (int i = 1; i < N; i++) {
    cur = cur > 0 ? cur + a[i] : a[i];
    if (cur > best) best = cur;
  }
  return best;
}
static int all(const signed char *a) {
  int best = a[0];
  for (int i = 0; i < N; i++) {
    int s = 0;
    for (int j = i; j < N; j++) {
      s += a[j];
      if (s > best) best = s;
    }
  }
  return best;
}
int main(void) {
  signed char a[N];
  SYM(a);
  ASSERT(kadane(a) == all(a));
  return 0;
}
