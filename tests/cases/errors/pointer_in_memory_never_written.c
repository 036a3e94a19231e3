// verdict: violated
// error: uninitialized-pointer at 13
// error: uninitialized-pointer at 14
// error: uninitialized-pointer at 17
#include <stdlib.h>
#include "plica.h"
struct node { int v; struct node *next; };
static struct node *follow(struct node *n) { return n->next; }
int main(void) {
    int k = plica_range(0, 4, "k"), *p;
    struct node *n = malloc(sizeof *n);
    n->v = 1;
    if (k == 1) return *(p + 1);
    if (k == 2) return follow(n)->v;
    int *q[2];
    if (k == 3) q[0] = &k;
    free(k < 3 ? (void *)n : (void *)q[k - 2]);
    return 0;
}
