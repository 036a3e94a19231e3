// run: check --entry ordered
// verdict: violated
// error: assertion-failure at 11
// The greater of two addresses is followed first.
#include <assert.h>

struct node { int value; };

int ordered(struct node *p, struct node *q) {
    if (p && q && p < q) {
        q->value = 1; if (p->value == 7) assert(0);
    }
    return 0;
}
