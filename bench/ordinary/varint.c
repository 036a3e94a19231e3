//! Varints and zigzag: N unknown bytes are read as a list of numbers and written again; a number with needless
//! bytes is refused, except at ten.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 12
#endif
static int read_varint(const unsigned char *p, int n, unsigned long long *v) {
  unsigned long long r = 0;
  for (int i = 0; i < n && i < 10; i++) {
    r |= (unsigned long long)(p[i] & 0x7F) << (7 * i);
    if (!(p[i] & 0x80)) {
      if (i > 0 && p[i] == 0 && i != 9) return -1;
      if (i == 9 && p[i] > 1) return -1;
      *v = r;
      return i + 1;
    }
  }
  return -1;
}
static int write_varint(unsigned long long v, unsigned char *o) {
  int n = 0;
  while (v >= 0x80) { o[n++] = (unsigned char)(v | 0x80); v >>= 7; }
  o[n++] = (unsigned char)v;
  return n;
}
static long long unzigzag(unsigned long long v) { return (long long)(v >> 1 ^ (0 - (v & 1))); }
static unsigned long long zigzag(long long v) { return (unsigned long long)v << 1 ^ (v < 0 ? ~0ull : 0); }

int main(void) {
  unsigned char in[N], out[10]; SYM(in);
  int i = 0, numbers = 0;
  while (i < N) {
    unsigned long long v;
    int l = read_varint(in + i, N - i, &v);
    if (l < 0) return 0;
    ASSERT(zigzag(unzigzag(v)) == v);
    int m = write_varint(v, out);
    ASSERT(m == l);
    for (int k = 0; k < l; k++) ASSERT(out[k] == in[i + k]);
    i += l;
    numbers++;
  }
  ASSERT(numbers <= N);
  return 0;
}
