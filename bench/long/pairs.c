//! Pairs of n things counted by two nested loops, n up to 300: n(n-1)/2; nobody has a pair of one.
//! Verdict: holds.
#include "../small/small.h"
int main(void) {
  unsigned n;
  SYM(n);
  ASSUME(n <= 300);
  unsigned p = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i + 1; j < n; j++) p++;
  ASSERT(2 * p == n * (n - 1));
  if (n == 1) ASSERT(p == 0);
  return 0;
}
