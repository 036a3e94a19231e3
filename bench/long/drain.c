//! A tank of any size is drained by threes, then filled up by fives: what is left over is the remainder.
//! Verdict: holds.
#include "../small/small.h"
int main(void) {
  unsigned x, cap;
  SYM(x);
  SYM(cap);
  ASSUME(cap <= 1000000000u);
  unsigned start = x, steps = 0;
  while (x >= 3) {
    x -= 3;
    steps++;
  }
  ASSERT(x < 3);
  ASSERT(steps <= start);
  ASSERT(x + 3 * steps == start);
  unsigned level = 0, fills = 0;
  while (level < cap) {
    level += 5;
    fills++;
  }
  ASSERT(level >= cap);
  ASSERT(level - cap < 5);
  ASSERT(level == 5 * fills);
  return 0;
}
