// run: check --entry top
// verdict: holds
// Two pointers that are inputs and are known to differ at a call: values of inputs that lead to a leaf of the callee
// keep to that.
#include "plica.h"

struct n { int x; };

static int f(struct n *p, int m) {
    if (p->x > 3) return 1;
    if (m > 7) return 5;
    return 0;
}

int top(struct n *p, struct n *q, int m) {
    if (p == q) return 7;
    if (!q || !p) return 0;
    int z = q->x & 7, r = f(p, m);
    if (p == q) plica_assert(0);
    return r + z;
}
