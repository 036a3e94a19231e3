//! Bottom-up merge sort of N unknown records by key; sorted and stable.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 6
#endif
struct rec { unsigned char key, place; };

static void merge(const struct rec *a, int lo, int mid, int hi, struct rec *o) {
  int i = lo, j = mid;
  for (int k = lo; k < hi; k++) {
    if (i < mid && (j >= hi || a[i].key <= a[j].key)) o[k] = a[i++];
    else o[k] = a[j++];
  }
}
static void sort(struct rec *a, int n) {
  struct rec b[N];
  for (int w = 1; w < n; w *= 2) {
    for (int lo = 0; lo < n; lo += 2 * w) {
      int mid = lo + w < n ? lo + w : n, hi = lo + 2 * w < n ? lo + 2 * w : n;
      merge(a, lo, mid, hi, b);
    }
    for (int i = 0; i < n; i++) a[i] = b[i];
  }
}
int main(void) {
  unsigned char k[N]; SYM(k);
  struct rec a[N];
  for (int i = 0; i < N; i++) { a[i].key = k[i]; a[i].place = (unsigned char)i; }
  sort(a, N);
  for (int i = 0; i + 1 < N; i++) {
    ASSERT(a[i].key <= a[i + 1].key);
    if (a[i].key == a[i + 1].key) ASSERT(a[i].place < a[i + 1].place);
  }
  return 0;
}
