//! Transposition of an 8x8 matrix of bits by three swaps of blocks, against bit by bit.
//! Verdict: holds.
#include "../small/small.h"
static uint64_t fast(uint64_t x) {
  uint64_t t;
  t = (x ^ (x >> 7)) & 0x00AA00AA00AA00AAull;
  x = x ^ t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000CCCC0000CCCCull;
  x = x ^ t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000F0F0F0F0ull;
  x = x ^ t ^ (t << 28);
  return x;
}
static uint64_t slow(uint64_t x) {
  uint64_t r = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      if (x >> (8 * i + j) & 1) r |= 1ull << (8 * j + i);
  return r;
}
int main(void) {
  uint64_t x;
  SYM(x);
  ASSERT(fast(fast(x)) == x);
  ASSERT(fast(x) == slow(x));
  return 0;
}
