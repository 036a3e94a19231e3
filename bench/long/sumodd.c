//! Sum of the first n odd numbers and of the first n even ones, for n up to 1000.
//! Verdict: holds.
#include "../small/small.h"
static unsigned odds(unsigned n) {
  unsigned s = 0, d = 1;
  for (unsigned i = 0; i < n; i++) {
    s += d;
    d += 2;
  }
  return s;
}
static unsigned evens(unsigned n) {
  unsigned s = 0, i = 0;
  while (i < n) {
    i++;
    s += 2 * i;
  }
  return s;
}
int main(void) {
  unsigned n;
  SYM(n);
  ASSUME(n <= 1000);
  unsigned o = odds(n), e = evens(n);
  ASSERT(o == n * n);
  ASSERT(e - o == n);
  return 0;
}
