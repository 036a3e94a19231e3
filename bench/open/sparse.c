//! Sparse vectors of three entries each (place, value), places sorted: inner product by merging, against dense ones.
//! Verdict: holds.
#include "../small/small.h"
#define K 3
#define DIM 6
struct entry { unsigned char at; signed char v; };
static int dot(const struct entry *a, const struct entry *b) {
  int i = 0, j = 0, s = 0;
  while (i < K && j < K) {
    if (a[i].at < b[j].at) i++;
    else if (a[i].at > b[j].at) j++;
    else s += a[i++].v * b[j++].v;
  }
  return s;
}
static int valid(const struct entry *a) {
  for (int i = 0; i < K; i++) {
    if (a[i].at >= DIM) return 0;
    if (i && a[i - 1].at >= a[i].at) return 0;
  }
  return 1;
}
int main(void) {
  struct entry a[K], b[K];
  int da[DIM] = {0}, db[DIM] = {0}, s = 0;
  SYM(a);
  SYM(b);
  if (!valid(a) || !valid(b)) return 0;
  for (int i = 0; i < K; i++) {
    da[a[i].at] = a[i].v;
    db[b[i].at] = b[i].v;
  }
  for (int i = 0; i < DIM; i++) s += da[i] * db[i];
  ASSERT(dot(a, b) == s);
  return 0;
}
