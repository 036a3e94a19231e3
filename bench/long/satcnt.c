//! A counter that saturates at 1000, and one that starts again at 1000, over any number of ticks.
//! Verdict: holds.
#include "../small/small.h"
#define TOP 1000
int main(void) {
  unsigned n;
  SYM(n);
  unsigned sat = 0, i = 0, hit = 0;
  for (i = 0; i < n; i++) {
    if (sat < TOP) sat++;
    else hit++;
  }
  ASSERT(sat == (n < TOP ? n : TOP));
  ASSERT(sat + hit == n);
  if (hit) ASSERT(n > TOP);
  return 0;
}
