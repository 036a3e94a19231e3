//! Gray code of 32 bits: there and back, and neighbours differ in one bit.
//! Verdict: holds.
#include "../small/small.h"
static uint32_t to(uint32_t x) { return x ^ x >> 1; }
static uint32_t from(uint32_t g) {
  uint32_t x = 0;
  int bit = 0;
  for (int i = 31; i >= 0; i--) {
    if (g >> i & 1) bit = !bit;
    if (bit) x |= 1u << i;
  }
  return x;
}
static int ones(uint32_t v) {
  int n = 0;
  while (v) {
    v &= v - 1;
    n++;
  }
  return n;
}
int main(void) {
  uint32_t x, y;
  SYM(x);
  SYM(y);
  uint32_t d = to(y) ^ to(y + 1);
  ASSERT(ones(d) == 1);
  ASSERT(from(to(x)) == x);
  return 0;
}
