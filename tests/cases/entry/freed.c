// Inputs may be freed, and are gone then.
// run: check --entry last
// verdict: violated
// error: use-after-free at 11
#include <stdlib.h>
struct pair {
  int x, y;
};
int last(struct pair *p, struct pair *q) {
  free(p);
  return q ? q->x : 0;
}
