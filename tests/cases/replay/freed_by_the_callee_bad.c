//! What a function frees is gone for its caller, on the paths on which it does so.
//! verdict: violated
//! error: use-after-free at 21
#include <stdlib.h>
#include "plica.h"

struct node { int v; struct node *next; };

static struct node *drop(struct node *n, int v) {
    if (n->v != v) return n;
    struct node *rest = n->next;
    free(n);
    return rest;
}

int main(void) {
    struct node *second = malloc(sizeof *second), *first = malloc(sizeof *first);
    *second = (struct node){plica_int("b"), 0};
    *first = (struct node){plica_int("a"), second};
    struct node *left = drop(first, 1);
    if (left != first) return drop(second, 2) == 0 ? second->v : 0;
    return drop(left, 3) == second ? left == first : 0;
}
