//! A line of up to 1000 bytes is taken over into a buffer and ended by a zero; at the full length there is no room for that.
//! Verdict: violated (n == 1000).
#include "../small/small.h"
#define CAP 1000
static char buf[CAP];
static int take(const char *src, unsigned n) {
  if (n > CAP) return -1;
  unsigned i;
  for (i = 0; i < n; i++) buf[i] = src[i];
  buf[i] = 0;
  return (int)i;
}
static char in[1024];
int main(void) {
  unsigned n;
  SYM(in);
  SYM(n);
  if (n == 0 || n >= sizeof in) return 0;
  int r = take(in, n);
  if (r >= 0) {
    ASSERT((unsigned)r == n);
    ASSERT(buf[0] == in[0]);
  } else {
    ASSERT(n > CAP);
  }
  return 0;
}
