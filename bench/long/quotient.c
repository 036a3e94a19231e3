//! A share falls from step to step; after enough steps of unknown width it is divided by zero.
//! Verdict: holds (701 at the start, steps of 2: 701, 699 ... 1, -1; by 3: 701 = 3*233+2).
#include "../small/small.h"
static int spread(int n, int step) {
  int total = 0, d = 701;
  for (int i = 0; i < n; i++) {
    total += 100000 / d;
    d -= step;
  }
  return total;
}
int main(void) {
  int n, step;
  SYM(n);
  SYM(step);
  if (n < 0 || n > 10000) return 0;
  if (step < 2 || step > 3) return 0;
  int t = spread(n, step);
  if (n == 1) ASSERT(t == 142);
  return 0;
}
