//! Counted down in 32 bits by a loop that looks at the count after each step: for n == 0 it wraps round to zero.
//! Verdict: holds.
#include "../small/small.h"
int main(void) {
  unsigned n;
  SYM(n);
  unsigned m = n, c = 0;
  do {
    c++;
    m--;
  } while (m != 0);
  ASSERT(c == n);
  return 0;
}
