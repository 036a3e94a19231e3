//! A dial of 256 marks is turned by threes until it stands at a mark; it gets there in fewer than 256 turns, and the number fits.
//! Verdict: holds.
#include "../small/small.h"
static unsigned turns(uint8_t from, uint8_t to) {
  uint8_t c = from;
  unsigned n = 0;
  while (c != to) {
    c += 3;
    n++;
  }
  return n;
}
int main(void) {
  uint8_t a, b;
  SYM(a);
  SYM(b);
  unsigned n = turns(a, b);
  ASSERT(n < 256);
  ASSERT((uint8_t)(a + 3 * n) == b);
  if (a == b) ASSERT(n == 0);
  return 0;
}
