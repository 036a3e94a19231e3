//! Adler-like checksum modulo 251 with subtraction instead of division; one message has the wanted sum.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 8
#endif
#define MOD 251u
static unsigned sum(const unsigned char *p, int n) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < n; i++) {
    a += p[i];
    if (a >= MOD) a -= MOD;
    b += a;
    if (b >= MOD) b -= MOD;
  }
  return b << 8 | a;
}
static int printable(const unsigned char *p, int n) {
  for (int i = 0; i < n; i++)
    if (p[i] < 'a' || p[i] > 'z') return 0;
  return 1;
}
int main(void) {
  unsigned char p[N]; SYM(p);
  if (!printable(p, N)) return 0;
  unsigned s = sum(p, N);
  ASSERT((s & 0xff) < MOD);
  ASSERT((s >> 8) < MOD);
  if (p[0] == 'k' && p[N - 1] == 'e' && p[1] > p[2])
    ASSERT(s != (200u << 8 | 117u));
  return 0;
}
