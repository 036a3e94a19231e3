// Two pointers to one type may be one.
// run: check --entry swap
// verdict: violated
// error: assertion-failure at 10
#include <assert.h>
void swap(int *a, int *b) {
  if (!a || !b) return;
  int x = *a, y = *b;
  *a ^= *b, *b ^= *a, *a ^= *b;
  assert(*a == y && *b == x);
}
