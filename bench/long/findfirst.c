//! First and last place of a byte in 400 unknown ones; nothing before the first, nothing after the last.
//! Verdict: holds.
#include "../small/small.h"
#define SIZE 400
static unsigned char a[SIZE];
static int first(unsigned char c, int n) {
  int i = 0;
  while (i < n && a[i] != c) i++;
  return i;
}
static int last(unsigned char c, int n) {
  int i = n - 1;
  while (i >= 0 && a[i] != c) i--;
  return i;
}
int main(void) {
  int n, k;
  unsigned char c;
  SYM(a);
  SYM(n);
  SYM(k);
  SYM(c);
  if (n < 0 || n > SIZE || k < 0 || k >= n) return 0;
  int f = first(c, n), l = last(c, n);
  if (k < f) ASSERT(a[k] != c);
  if (k > l) ASSERT(a[k] != c);
  ASSERT((f == n) == (l == -1));
  if (f < n) ASSERT(f <= l);
  return 0;
}
