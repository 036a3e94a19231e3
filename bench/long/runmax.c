//! Largest of n readings, n up to 100: none is larger, and it is one of them.
//! Verdict: holds.
#include "../small/small.h"
#define SIZE 100
static short a[SIZE];
int main(void) {
  int n, k;
  SYM(a);
  SYM(n);
  SYM(k);
  if (n < 1 || n > SIZE || k < 0 || k >= n) return 0;
  short m = a[0];
  int at = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > m) {
      m = a[i];
      at = i;
    }
  ASSERT(a[k] <= m);
  ASSERT(a[at] == m);
  return 0;
}
