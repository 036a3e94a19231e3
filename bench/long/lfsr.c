//! A shift register with feedback: sixteen steps and sixteen back; never zero from something else.
//! Verdict: holds.
#include "../small/small.h"
#define STEPS 16
static uint16_t fwd(uint16_t s) {
  if (s & 1) return (uint16_t)(s >> 1 ^ 0xB400);
  return s >> 1;
}
static uint16_t bwd(uint16_t s) {
  if (s & 0x8000) return (uint16_t)((s ^ 0xB400) << 1 | 1);
  return (uint16_t)(s << 1);
}
int main(void) {
  uint16_t s, t;
  SYM(s);
  if (s == 0) return 0;
  t = s;
  for (int i = 0; i < STEPS; i++) {
    t = fwd(t);
    ASSERT(t != 0);
  }
  for (int i = 0; i < STEPS; i++) t = bwd(t);
  ASSERT(t == s);
  return 0;
}
