//! HTTP header lines in N unknown bytes: a one-letter name, a colon, blanks and a value; two different lengths
//! slip through when the second has a sign.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 9
#endif
static int length = -1, chunked, count;

static int header(const char **pp, const char *end) {
  const char *p = *pp;
  if (p == end) return 0;
  char name = *p++;
  if (name >= 'A' && name <= 'Z') name += 'a' - 'A';
  if (name < 'a' || name > 'z') return -1;
  if (p == end || *p++ != ':') return -1;
  while (p < end && (*p == ' ' || *p == '\t')) p++;
  int v = 0, digits = 0, sign = 0;
  if (p < end && *p == '+') { sign = 1; p++; }
  while (p < end && *p != '\n') {
    if (*p >= '0' && *p <= '9') { v = v * 10 + (*p - '0'); digits++; }
    else if (name == 'l') return -1;
    p++;
  }
  if (p == end) return -1;
  *pp = p + 1;
  count++;
  if (name == 'l') {
    if (!digits) return -1;
    if (length >= 0 && length != v && !sign) return -1;
    ASSERT(length < 0 || length == v);
    length = v;
  } else if (name == 't') chunked = 1;
  return 1;
}
int main(void) {
  char s[N]; SYM(s);
  const char *p = s;
  int r;
  while ((r = header(&p, s + N)) > 0) {}
  if (r < 0) return 0;
  ASSERT(p == s + N);
  ASSERT(count * 3 <= N);
  return 0;
}
