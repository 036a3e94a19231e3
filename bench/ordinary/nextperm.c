//! The next permutation of five unknown bytes, and the one before it: the same again, unless it was the last.
//! Verdict: holds.
#include "../small/small.h"
#define N 4
static void rev(unsigned char *a, int i, int j) {
  while (i < j) {
    unsigned char t = a[i];
    a[i++] = a[j];
    a[j--] = t;
  }
}
static int next(unsigned char *a) {
  int i = N - 2, j = N - 1;
  while (i >= 0 && a[i] >= a[i + 1]) i--;
  if (i < 0) return 0;
  while (a[j] <= a[i]) j--;
  unsigned char t = a[i]; a[i] = a[j]; a[j] = t;
  rev(a, i + 1, N - 1);
  return 1;
}
static int prev(unsigned char *a) {
  int i = N - 2, j = N - 1;
  while (i >= 0 && a[i] <= a[i + 1]) i--;
  if (i < 0) return 0;
  while (a[j] >= a[i]) j--;
  unsigned char t = a[i]; a[i] = a[j]; a[j] = t;
  rev(a, i + 1, N - 1);
  return 1;
}
int main(void) {
  unsigned char a[N], b[N];
  SYM(a);
  memcpy(b, a, N);
  if (!next(b)) {
    for (int i = 0; i + 1 < N; i++) ASSERT(a[i] >= a[i + 1]);
    return 0;
  }
  ASSERT(memcmp(a, b, N) < 0);
  ASSERT(prev(b));
  ASSERT(memcmp(a, b, N) == 0);
  return 0;
}
