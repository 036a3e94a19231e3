//! Binary trie over keys of B bits: N unknown keys are inserted, one is removed; the others are found and their
//! number is right.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 3
#endif
#ifndef B
#define B 6
#endif
struct node { struct node *c[2]; int count; };
static struct node pool[N * B + 1];
static int used = 1;

static int find(unsigned k) {
  struct node *p = pool;
  for (int b = B - 1; b >= 0 && p; b--) {
    if (k >> b & 1) p = p->c[1]; else p = p->c[0];
  }
  return p && p->count;
}
static void add(unsigned k, int d) {
  struct node *p = pool;
  p->count += d;
  for (int b = B - 1; b >= 0; b--) {
    struct node **q;
    if (k >> b & 1) q = &p->c[1]; else q = &p->c[0];
    if (!*q) *q = &pool[used++];
    p = *q;
    p->count += d;
  }
}
static int leaves(const struct node *p, int depth) {
  if (!p || p->count == 0) return 0;
  if (depth == B) return 1;
  return leaves(p->c[0], depth + 1) + leaves(p->c[1], depth + 1);
}
int main(void) {
  unsigned char k[N]; SYM(k);
  int distinct = 0;
  for (int i = 0; i < N; i++) {
    k[i] &= (1 << B) - 1;
    if (!find(k[i])) distinct++;
    add(k[i], 1);
  }
  ASSERT(leaves(pool, 0) == distinct);
  int others = 0;
  for (int i = 1; i < N; i++) if (k[i] == k[0]) others++;
  add(k[0], -1);
  ASSERT(find(k[0]) == (others > 0));
  for (int i = 1; i < N; i++) ASSERT(find(k[i]));
  return 0;
}
