//! Run-length encoder and decoder: round trip over N unknown bytes.
//! Verdict: holds.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 9
#endif
static int encode(const unsigned char *in, int n, unsigned char *out) {
  int o = 0, i = 0;
  while (i < n) {
    int run = 1;
    while (i + run < n && run < 4 && in[i + run] == in[i]) run++;
    if (run >= 2 || in[i] >= 0xC0) {
      out[o++] = 0xC0 | run;
      out[o++] = in[i];
    } else out[o++] = in[i];
    i += run;
  }
  return o;
}
static int decode(const unsigned char *in, int n, unsigned char *out, int cap) {
  int o = 0;
  for (int i = 0; i < n; i++) {
    if (in[i] >= 0xC0) {
      int run = in[i] & 0x3F;
      i++;
      while (run-- > 0 && o < cap) out[o++] = in[i];
    } else if (o < cap) out[o++] = in[i];
  }
  return o;
}
int main(void) {
  unsigned char a[N], e[2 * N], b[N]; SYM(a);
  int m = encode(a, N, e);
  ASSERT(m <= 2 * N);
  int n = decode(e, m, b, N);
  ASSERT(n == N);
  for (int i = 0; i < N; i++) ASSERT(a[i] == b[i]);
  return 0;
}
