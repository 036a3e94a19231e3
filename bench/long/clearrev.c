//! A pointer walks from the end of a part of a buffer back to its begin and clears; what lies beside is untouched.
//! Verdict: holds.
#include <string.h>
#include "../small/small.h"
#define SIZE 1000
static unsigned char buf[SIZE], old[SIZE];
static void clear(unsigned char *from, unsigned char *to) {
  while (to > from) {
    to--;
    *to = 0;
  }
}
int main(void) {
  unsigned a, b, k;
  SYM(buf);
  SYM(a);
  SYM(b);
  SYM(k);
  memcpy(old, buf, SIZE);
  ASSUME(a <= b);
  ASSUME(b <= SIZE);
  ASSUME(k < SIZE);
  clear(buf + a, buf + b);
  if (k >= a && k < b) ASSERT(buf[k] == 0);
  else ASSERT(buf[k] == old[k]);
  return 0;
}
