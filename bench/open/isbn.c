//! ISBN-10: the check digit finds every exchange of two digits, and every single wrong one.
//! Verdict: holds.
#include "../small/small.h"
static unsigned check(const unsigned char *d) {
  unsigned s = 0;
  for (unsigned i = 0; i < 10; i++) s += (10 - i) * d[i];
  return s % 11;
}
int main(void) {
  unsigned char d[10], i, j, x;
  SYM(d);
  SYM(i);
  SYM(j);
  SYM(x);
  for (int k = 0; k < 10; k++) ASSUME(d[k] <= (k == 9 ? 10 : 9));
  if (i >= 10 || j >= 10 || i >= j) return 0;
  if (check(d) != 0) return 0;
  unsigned char a = d[i], b = d[j];
  if (a == b) return 0;
  if (x == 0) {
    d[i] = b;
    d[j] = a;
  } else {
    if (x > 10 || x == a) return 0;
    d[i] = x;
  }
  ASSERT(check(d) != 0);
  return 0;
}
