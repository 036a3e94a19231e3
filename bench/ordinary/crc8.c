//! CRC-8 bit by bit with a branch per bit, against the version by nibbles with a table.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 1
#endif
#ifndef TAILBITS
#define TAILBITS 2
#endif
static unsigned char tab[16];

static unsigned char step(unsigned char c) {
  if (c & 0x80) return (unsigned char)((c << 1) ^ 0x07);
  return (unsigned char)(c << 1);
}
static void make_table(void) {
  for (int i = 0; i < 16; i++) {
    unsigned char c = (unsigned char)(i << 4);
    for (int k = 0; k < 4; k++) c = step(c);
    tab[i] = c;
  }
}
static unsigned char by_bits(const unsigned char *p, int n) {
  unsigned char c = 0xFF;
  for (int i = 0; i < n; i++) {
    c ^= p[i];
    for (int k = 0; k < 8; k++) c = step(c);
  }
  return c;
}
static unsigned char by_nibbles(const unsigned char *p, int n) {
  unsigned char c = 0xFF;
  for (int i = 0; i < n; i++) {
    c ^= p[i];
    c = (unsigned char)((c << 4) ^ tab[c >> 4]);
    c = (unsigned char)((c << 4) ^ tab[c >> 4]);
  }
  return c;
}
int main(void) {
  unsigned char p[N + 1]; SYM(p);
  ASSUME(p[N] < (1 << TAILBITS));
  make_table();
  ASSERT(by_bits(p, N + 1) == by_nibbles(p, N + 1));
  return 0;
}
