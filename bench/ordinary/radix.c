//! Radix sort of N unknown bytes by binary digits of two bits, with buckets found by branches; sorted, and the
//! sum is kept.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 5
#endif
#ifndef BITS
#define BITS 4
#endif
static void pass(unsigned char *a, int n, int shift) {
  unsigned char bucket[4][N];
  int len[4] = {0, 0, 0, 0}, k = 0;
  for (int i = 0; i < n; i++) {
    switch (a[i] >> shift & 3) {
    case 0: bucket[0][len[0]++] = a[i]; break;
    case 1: bucket[1][len[1]++] = a[i]; break;
    case 2: bucket[2][len[2]++] = a[i]; break;
    default: bucket[3][len[3]++] = a[i]; break;
    }
  }
  for (int b = 0; b < 4; b++)
    for (int i = 0; i < len[b]; i++) a[k++] = bucket[b][i];
}
int main(void) {
  unsigned char a[N]; SYM(a);
  unsigned before = 0, after = 0;
  for (int i = 0; i < N; i++) { a[i] &= (1 << BITS) - 1; before += a[i]; }
  for (int s = 0; s < BITS; s += 2) pass(a, N, s);
  for (int i = 0; i < N; i++) after += a[i];
  ASSERT(before == after);
  for (int i = 0; i + 1 < N; i++) ASSERT(a[i] <= a[i + 1]);
  return 0;
}
