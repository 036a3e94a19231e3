//! Five keys into an AVL tree: order and height.
//! Verdict: holds.
#include "small.h"
#include <stdlib.h>
#define N 5
struct n {
    unsigned char k;
    int h;
    struct n *l, *r;
};
static int ht(struct n *t) {
    return t ? t->h : 0;
}
static void up(struct n *t) {
    int a = ht(t->l), b = ht(t->r);
    t->h = 1 + (a > b ? a : b);
}
static struct n *rr(struct n *t) {
    struct n *x = t->l;
    t->l = x->r;
    x->r = t;
    up(t);
    up(x);
    return x;
}
static struct n *rl(struct n *t) {
    struct n *x = t->r;
    t->r = x->l;
    x->l = t;
    up(t);
    up(x);
    return x;
}
static struct n *ins(struct n *t, unsigned char k) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t) exit(0);
        t->k = k;
        t->h = 1;
        t->l = t->r = 0;
        return t;
    }
    if (k < t->k)
        t->l = ins(t->l, k);
    else if (k > t->k)
        t->r = ins(t->r, k);
    else
        return t;
    up(t);
    int b = ht(t->l) - ht(t->r);
    if (b > 1) {
        if (ht(t->l->l) < ht(t->l->r)) t->l = rl(t->l);
        return rr(t);
    }
    if (b < -1) {
        if (ht(t->r->r) < ht(t->r->l)) t->r = rr(t->r);
        return rl(t);
    }
    return t;
}
static int ok(struct n *t, int lo, int hi) {
    return !t || (t->k > lo && t->k < hi && ok(t->l, lo, t->k) && ok(t->r, t->k, hi));
}
int main(void) {
    unsigned char k[N];
    SYM(k);
    struct n *t = 0;
    for (int i = 0; i < N; i++) t = ins(t, k[i]);
    ASSERT(ok(t, -1, 256));
    ASSERT(ht(t) <= 3);
    return 0;
}
