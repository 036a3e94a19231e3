//! UTF-8 decoder and encoder: what is decoded from N unknown bytes is encoded to the same bytes.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 6
#endif
static int decode(const unsigned char *s, int n, unsigned *cp) {
  if (s[0] < 0x80) { *cp = s[0]; return 1; }
  int len; unsigned v, min;
  if ((s[0] & 0xE0) == 0xC0) { len = 2; v = s[0] & 0x1F; min = 0x80; }
  else if ((s[0] & 0xF0) == 0xE0) { len = 3; v = s[0] & 0x0F; min = 0x800; }
  else if ((s[0] & 0xF8) == 0xF0) { len = 4; v = s[0] & 0x07; min = 0x10000; }
  else return -1;
  if (len > n) return -1;
  for (int i = 1; i < len; i++) {
    if ((s[i] & 0xC0) != 0x80) return -1;
    v = v << 6 | (s[i] & 0x3F);
  }
  if (v < min || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF)) return -1;
  *cp = v;
  return len;
}
static int encode(unsigned c, unsigned char *o) {
  if (c < 0x80) { o[0] = c; return 1; }
  if (c < 0x800) { o[0] = 0xC0 | c >> 6; o[1] = 0x80 | (c & 0x3F); return 2; }
  if (c < 0x10000) {
    o[0] = 0xE0 | c >> 12; o[1] = 0x80 | (c >> 6 & 0x3F); o[2] = 0x80 | (c & 0x3F);
    return 3;
  }
  o[0] = 0xF0 | c >> 18; o[1] = 0x80 | (c >> 12 & 0x3F);
  o[2] = 0x80 | (c >> 6 & 0x3F); o[3] = 0x80 | (c & 0x3F);
  return 4;
}
int main(void) {
  unsigned char s[N], o[4]; SYM(s);
  int i = 0;
  while (i < N) {
    unsigned c;
    int l = decode(s + i, N - i, &c);
    if (l < 0) { i++; continue; }
    int m = encode(c, o);
    ASSERT(m == l);
    for (int k = 0; k < l; k++) ASSERT(o[k] == s[i + k]);
    i += l;
  }
  return 0;
}
