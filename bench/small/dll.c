//! A sorted list with two directions, one removed.
//! Verdict: holds.
#include "small.h"
#include <stdlib.h>
struct n {
    int v;
    struct n *p, *x;
};
static struct n hd = {0, &hd, &hd};
static void add(int v) {
    struct n *e = malloc(sizeof *e);
    if (!e) exit(0);
    struct n *c = hd.x;
    while (c != &hd && c->v < v) c = c->x;
    e->v = v;
    e->x = c;
    e->p = c->p;
    c->p->x = e;
    c->p = e;
}
static void del(int v) {
    for (struct n *c = hd.x; c != &hd; c = c->x)
        if (c->v == v) {
            c->p->x = c->x;
            c->x->p = c->p;
            free(c);
            return;
        }
}
int main(void) {
    int a[5], d;
    SYM(a);
    SYM(d);
    for (int i = 0; i < 5; i++) add(a[i]);
    del(d);
    int n = 0;
    for (struct n *c = hd.x; c != &hd; c = c->x) {
        n++;
        ASSERT(c->x == &hd || c->v <= c->x->v);
        ASSERT(c->x->p == c);
    }
    ASSERT(n == 4 || n == 5);
    return 0;
}
