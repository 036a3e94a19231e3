//! A function explored by itself takes pointers to two types to be apart; a caller may give it one address for both.
//! run: check --entry twice
//! verdict: violated
//! error: assertion-failure at 13
#include <assert.h>

struct one { int x; };
struct other { int y; };

static int look(struct one *p, struct other *q, int m) {
  if (m > 3) m = 4;
  if ((void *)p != (void *)q) return m;
  assert(p == 0);
  return -1;
}

int twice(struct one *p, struct one *q, int m) { return look(p, 0, m) + look(q, (struct other *)q, m); }
