//! A ring log of 64 places that is written n times, n up to 100000: head and wraps are quotient and remainder.
//! Verdict: holds.
#include "../small/small.h"
#define SLOTS 64
struct log { unsigned head, total; unsigned char slot[SLOTS]; };
static void put(struct log *l, unsigned char c) {
  l->slot[l->head] = c;
  l->head++;
  if (l->head == SLOTS) l->head = 0;
  l->total++;
}
static struct log lg;
int main(void) {
  unsigned n;
  SYM(n);
  if (n > 100000) return 0;
  for (unsigned i = 0; i < n; i++) put(&lg, 'x');
  ASSERT(lg.total == n);
  ASSERT(lg.head == n % SLOTS);
  if (n > 0) ASSERT(lg.slot[0] == 'x');
  return 0;
}
