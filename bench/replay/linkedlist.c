//! LinkedList: a sorted list with its size, insertion, and its invariant.
//!
//! A subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015, written afresh
//! from what is said of it there: add keeps the list sorted, repOk is true for a list that is sorted, without a cycle, and as
//! long as it says; Call3Times and Call5Times add so often to a list that is an input.
//!
//! As an entry: --entry add|repOk|Call3Times|Call5Times; --entry-objects bounds the nodes, and BOUND (-DBOUND=10) what
//! add passes, as the depth does in the paper.
//! As a program: -DMAIN=Call3Times|Call5Times, on a list of up to SIZE nodes (-DSIZE=2).
//! Verdict: holds.
#include <stdbool.h>
#include <stdlib.h>
#include "plica.h"

#ifndef MAIN
#define MAIN Call3Times
#endif
#ifndef SIZE
#define SIZE 2
#endif
#ifndef BOUND
#define BOUND 10
#endif

struct node {
    int elem;
    struct node *next;
};

struct list {
    struct node *head;
    int size;
};

/* Inserts before the first element that is not smaller; an element that is there stays alone. */
void add(struct list *l, int elem) {
    plica_assume(l != NULL);
    struct node **at = &l->head;
    for (int passed = 0; *at != NULL && (*at)->elem < elem; at = &(*at)->next) plica_assume(passed++ < BOUND);
    if (*at != NULL && (*at)->elem == elem) return;
    struct node *new_node = malloc(sizeof *new_node);
    new_node->elem = elem;
    new_node->next = *at;
    *at = new_node;
    l->size++;
}

/* Elements ascend strictly, so a list that leads back into itself is refused where it does so. */
bool repOk(struct list *l) {
    plica_assume(l != NULL);
    int count = 0;
    for (struct node *n = l->head; n != NULL; n = n->next) {
        if (n->next != NULL && n->elem >= n->next->elem) return false;
        count++;
    }
    return l->size == count;
}

void Call3Times(struct list *l) {
    plica_assume(repOk(l));
    add(l, plica_int("a"));
    add(l, plica_int("b"));
    add(l, plica_int("c"));
    plica_assert(repOk(l));
}

void Call5Times(struct list *l) {
    plica_assume(repOk(l));
    add(l, plica_int("a"));
    add(l, plica_int("b"));
    add(l, plica_int("c"));
    add(l, plica_int("d"));
    add(l, plica_int("e"));
    plica_assert(repOk(l));
}

int main(void) {
    static struct node nodes[SIZE];
    struct list l = {NULL, 0};
    while (l.size < SIZE && plica_bool("another")) {
        nodes[l.size].elem = plica_int("elem");
        if (l.size > 0) nodes[l.size - 1].next = &nodes[l.size];
        else l.head = &nodes[0];
        l.size++;
    }
    MAIN(&l);
    return 0;
}
