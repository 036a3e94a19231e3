//! Words are copied backwards (reversed) from one array to another, n up to 500; any one of them is where it belongs.
//! Verdict: holds.
#include "../small/small.h"
#define SIZE 500
static int src[SIZE], dst[SIZE];
static void rev(int *d, const int *s, int n) {
  int j = n - 1;
  for (int i = 0; i < n; i++) {
    d[j] = s[i];
    j--;
  }
}
int main(void) {
  int n, k;
  SYM(src);
  SYM(n);
  SYM(k);
  if (n < 0 || n > SIZE) return 0;
  rev(dst, src, n);
  if (k < 0 || k >= SIZE) return 0;
  if (k < n) ASSERT(dst[n - 1 - k] == src[k]);
  else ASSERT(dst[k] == 0);
  return 0;
}
