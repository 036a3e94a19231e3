//! Two ways out of a loop and a way round: multiples of seven are left out, a stop at an unknown number.
//! Verdict: holds.
#include "../small/small.h"
int main(void) {
  unsigned n, stop;
  SYM(n);
  SYM(stop);
  if (n > 300) return 0;
  unsigned i, all = 0, sevens = 0;
  for (i = 0; i < n; i++) {
    all++;
    if (i == stop) break;
    if (i % 7 == 0) continue;
    sevens++;
  }
  if (stop < n) ASSERT(i == stop && all == stop + 1);
  else ASSERT(i == n && all == n);
  ASSERT(sevens <= all);
  if (i == 21 && n > 21 && stop == 21) ASSERT(sevens == 18);
  return 0;
}
