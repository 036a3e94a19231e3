//! Dotted IPv4 addresses in N unknown bytes; octal look-alikes are refused, except in the last field.
//! Verdict: violated.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 11
#endif
static int parse(const char *s, unsigned char ip[4]) {
  for (int f = 0; f < 4; f++) {
    int v = 0, n = 0;
    const char *start = s;
    while (*s >= '0' && *s <= '9') {
      v = v * 10 + (*s++ - '0');
      if (++n > 3 || v > 255) return -1;
    }
    if (n == 0) return -1;
    if (n > 1 && *start == '0' && f < 3) return -1;
    ip[f] = (unsigned char)v;
    if (f < 3 && *s++ != '.') return -1;
  }
  return *s == 0 ? 0 : -1;
}
static int put(const unsigned char ip[4], char *o) {
  int n = 0;
  for (int f = 0; f < 4; f++) {
    if (f) o[n++] = '.';
    int v = ip[f];
    if (v >= 100) { o[n++] = (char)('0' + v / 100); v %= 100; o[n++] = (char)('0' + v / 10); v %= 10; }
    else if (v >= 10) { o[n++] = (char)('0' + v / 10); v %= 10; }
    o[n++] = (char)('0' + v);
  }
  o[n] = 0;
  return n;
}
int main(void) {
  char s[N + 1], o[16]; SYM(s);
  unsigned char ip[4];
  s[N] = 0;
  if (parse(s, ip) < 0) return 0;
  put(ip, o);
  ASSERT(strcmp(s, o) == 0);
  return 0;
}
