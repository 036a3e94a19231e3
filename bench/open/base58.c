//! Base 58 (as numbers, without letters): three unknown bytes are written and read again; leading zeros are kept.
//! Verdict: holds.
#include "../small/small.h"
#define N 3
static int enc(const unsigned char *in, int n, unsigned char *out) {
  int zeros = 0, len = 0;
  unsigned char dig[8] = {0};
  while (zeros < n && in[zeros] == 0) zeros++;
  for (int i = zeros; i < n; i++) {
    unsigned c = in[i];
    for (int j = 0; j < len; j++) {
      c += 256u * dig[j];
      dig[j] = c % 58;
      c /= 58;
    }
    while (c) { dig[len++] = c % 58; c /= 58; }
  }
  int o = 0;
  for (int i = 0; i < zeros; i++) out[o++] = 0;
  for (int i = len - 1; i >= 0; i--) out[o++] = dig[i];
  return o;
}
int main(void) {
  unsigned char s[N], e[12];
  SYM(s);
  int m = enc(s, N, e);
  unsigned v = 0, w = 0;
  for (int i = 0; i < m; i++) {
    ASSERT(e[i] < 58);
    v = v * 58 + e[i];
  }
  for (int i = 0; i < N; i++) w = w << 8 | s[i];
  ASSERT(v == w);
  ASSERT(m <= 5);
  return 0;
}
