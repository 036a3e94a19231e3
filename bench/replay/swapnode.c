//! swapNode: swaps a list's first two nodes where they are out of order, and callers that do so repeatedly.
//!
//! After Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015. swapNode has three paths
//! and, when its node is an input of which nothing is known, seven shapes: one where there is no second node, two where the
//! two are in order (the second may be the first), four where they are swapped (what follows may be nothing, either node,
//! or a third). What callTwice and call3Times do between their calls is not said there: here they are the first two and all
//! three steps of sorting a list's first three nodes.
//!
//! As an entry: --entry swapNode|callSwapNode|callTwice|call3Times; the node of swapNode is never null, as `this` is in Java.
//! As a program: -DMAIN=swapNode|..., on a list of up to SIZE nodes (-DSIZE=4).
//! Verdict: holds.
#include <stdlib.h>
#include "plica.h"

#ifndef MAIN
#define MAIN callTwice
#endif
#ifndef SIZE
#define SIZE 4
#endif

struct node {
    int elem;
    struct node *next;
};

/* The node that is now the first, or null where there was nothing to do. */
struct node *swapNode(struct node *n) {
    plica_assume(n != NULL);
    if (n->next != NULL && n->elem > n->next->elem) {
        struct node *second = n->next;
        n->next = second->next;
        second->next = n;
        return second;
    }
    return NULL;
}

/* A new node before n, and a swap there. */
struct node *callSwapNode(struct node *n) {
    struct node *first = malloc(sizeof *first);
    first->elem = 0;
    first->next = n;
    return swapNode(first);
}

static struct node *swapped(struct node *n) {
    if (n == NULL) return NULL;
    struct node *first = swapNode(n);
    return first != NULL ? first : n;
}

struct node *callTwice(struct node *n) {
    n = swapped(n);
    if (n != NULL) n->next = swapped(n->next);
    return n;
}

struct node *call3Times(struct node *n) { return swapped(callTwice(n)); }

int main(void) {
    static struct node nodes[SIZE];
    for (int i = 0; i < SIZE; i++) {
        nodes[i].elem = plica_int("elem");
        if (i > 0) nodes[i - 1].next = &nodes[i];
        if (plica_bool("last")) break;
    }
    MAIN(&nodes[0]);
    return 0;
}
