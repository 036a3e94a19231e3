//! Savings: every month an unknown step is put away until the target is met; it is not missed by a step or more.
//! Verdict: holds.
#include "../small/small.h"
static unsigned months(unsigned bal, unsigned step, unsigned target, unsigned *end) {
  unsigned m = 0;
  while (bal < target) {
    bal += step;
    m++;
  }
  *end = bal;
  return m;
}
int main(void) {
  unsigned char step;
  unsigned bal, target, end;
  SYM(bal);
  SYM(step);
  SYM(target);
  ASSUME(step >= 1);
  ASSUME(bal <= 1000);
  ASSUME(target <= 1000);
  unsigned m = months(bal, step, target, &end);
  ASSERT(end >= target);
  if (m > 0) ASSERT(end - target < step);
  else ASSERT(end == bal);
  ASSERT(m <= 1000);
  return 0;
}
