//! Odd ones among n unknown numbers counted from the front and from the back, n up to 12.
//! Verdict: holds.
#include "../small/small.h"
#define SIZE 12
int main(void) {
  int a[SIZE];
  unsigned n, up = 0, down = 0;
  SYM(a);
  SYM(n);
  if (n > SIZE) return 0;
  for (unsigned i = 0; i < n; i++)
    if (a[i] & 1) up++;
  for (unsigned i = n; i-- > 0;)
    if (a[i] & 1) down++;
  ASSERT(up == down);
  ASSERT(up <= n);
  return 0;
}
