//! URL query decoder in place: N unknown bytes; what is written never overtakes what is read.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 7
#endif
static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
static int urldecode(char *s) {
  char *r = s, *w = s;
  int escapes = 0;
  while (*r) {
    if (*r == '+') { *w++ = ' '; r++; }
    else if (*r == '%' && hex(r[1]) >= 0 && hex(r[2]) >= 0) {
      *w++ = (char)(hex(r[1]) << 4 | hex(r[2]));
      r += 3;
      escapes++;
    } else *w++ = *r++;
    ASSERT(w <= r);
  }
  *w = 0;
  return (int)(w - s) + 2 * escapes;
}
int main(void) {
  char s[N + 1]; SYM(s);
  s[N] = 0;
  int len = 0;
  while (s[len]) len++;
  int n = urldecode(s);
  ASSERT(n == len);
  return 0;
}
