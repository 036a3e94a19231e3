//! Fixed-point square root: bit by bit, of an unknown number of B bits with eight bits of fraction; the root is
//! the floor, and roots are monotone.
//! Verdict: holds.
#include "../small/small.h"
#ifndef B
#define B 12
#endif
typedef unsigned fix;                 /* 24.8 */

static fix root(fix x) {
  unsigned r = 0, bit = 1u << 18, v = x << 8;
  while (bit > v) bit >>= 2;
  while (bit) {
    if (v >= r + bit) { v -= r + bit; r = (r >> 1) + bit; }
    else r >>= 1;
    bit >>= 2;
  }
  return r;
}
static unsigned isqrt(unsigned x) {   /* by odd numbers */
  unsigned n = 0, odd = 1;
  while (x >= odd) { x -= odd; odd += 2; n++; }
  return n;
}
static fix half(fix x) { return x >> 1; }

int main(void) {
  unsigned short in[1]; SYM(in);
  fix x = in[0] & ((1u << B) - 1);
  fix r = root(x);
  unsigned long long sq = (unsigned long long)r * r, sq1 = (unsigned long long)(r + 1) * (r + 1);
  ASSERT(sq <= (unsigned long long)x << 8);
  ASSERT(sq1 > (unsigned long long)x << 8);
  ASSERT(root(half(x)) <= r);
  ASSERT(isqrt(x >> 8) == r >> 8);
  return 0;
}
