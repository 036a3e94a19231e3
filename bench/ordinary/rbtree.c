//! Left-leaning red-black tree: N unknown keys; no red right link, no two red links in a row, equal black heights.
//! Verdict: holds.
#include "../small/small.h"
#include <stdlib.h>
#ifndef N
#define N 6
#endif
struct t { struct t *l, *r; unsigned char k; char red; };

static int red(struct t *h) { return h && h->red; }
static struct t *left(struct t *h) { struct t *x = h->r; h->r = x->l; x->l = h; x->red = h->red; h->red = 1; return x; }
static struct t *right(struct t *h) { struct t *x = h->l; h->l = x->r; x->r = h; x->red = h->red; h->red = 1; return x; }
static struct t *insert(struct t *h, unsigned char k) {
  if (!h) {
    h = malloc(sizeof *h);
    h->l = h->r = 0; h->k = k; h->red = 1;
    return h;
  }
  if (k == h->k) return h;
  if (k < h->k) h->l = insert(h->l, k); else h->r = insert(h->r, k);
  if (red(h->r) && !red(h->l)) h = left(h);
  if (red(h->l) && red(h->l->l)) h = right(h);
  if (red(h->l) && red(h->r)) { h->red = 1; h->l->red = h->r->red = 0; }
  return h;
}
static int check(struct t *h, int lo, int hi) {
  if (!h) return 0;
  ASSERT(h->k > lo && h->k < hi);
  ASSERT(!red(h->r));
  ASSERT(!(h->red && red(h->l)));
  int a = check(h->l, lo, h->k), b = check(h->r, h->k, hi);
  ASSERT(a == b);
  return a + !h->red;
}
int main(void) {
  unsigned char k[N]; SYM(k);
  struct t *root = 0;
  for (int i = 0; i < N; i++) { root = insert(root, k[i]); root->red = 0; }
  int b = check(root, -1, 256);
  ASSERT(b >= 1 && b <= 3);
  return 0;
}
