//! Base32 decoder over N unknown characters with padding; one word decodes to the magic.
//! Verdict: violated.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 8
#endif
static int value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}
static int decode(const char *s, int n, unsigned char *out) {
  int o = 0, bits = 0, pad = 0;
  unsigned acc = 0;
  for (int i = 0; i < n; i++) {
    if (s[i] == '=') { pad++; continue; }
    if (pad) return -1;
    int v = value(s[i]);
    if (v < 0) return -1;
    acc = (acc << 5 | (unsigned)v) & 0xFFFFF;
    bits += 5;
    if (bits >= 8) { bits -= 8; out[o++] = (unsigned char)(acc >> bits); }
  }
  if (pad && pad != 1 && pad != 3 && pad != 4 && pad != 6) return -1;
  if ((acc & ((1u << bits) - 1)) != 0) return -1;
  return o;
}
int main(void) {
  char s[N]; SYM(s);
  unsigned char out[N];
  int n = decode(s, N, out);
  if (n < 0) return 0;
  ASSERT(n <= N * 5 / 8);
  ASSERT(!(n == 4 && memcmp(out, "plic", 4) == 0));
  return 0;
}
