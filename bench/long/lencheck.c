//! Length of a text of up to 255 bytes, by index and by pointer; no zero before, one there.
//! Verdict: holds.
#include "../small/small.h"
#define SIZE 256
static char s[SIZE];
static unsigned len1(const char *p) {
  unsigned n = 0;
  while (p[n] != 0) n++;
  return n;
}
static unsigned len2(const char *p) {
  const char *q = p;
  while (*q) q++;
  return (unsigned)(q - p);
}
int main(void) {
  unsigned k;
  SYM(s);
  SYM(k);
  s[SIZE - 1] = 0;
  unsigned a = len1(s), b = len2(s);
  ASSERT(a == b);
  ASSERT(a < SIZE);
  ASSERT(s[a] == 0);
  if (k < a) ASSERT(s[k] != 0);
  return 0;
}
