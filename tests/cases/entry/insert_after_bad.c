// run: check --entry insert_after
// verdict: violated
// error: null-dereference at 11
// error: assertion-failure at 13
// A list that is an input: of two nodes that may be one.
#include <assert.h>

struct node { int value; struct node *next; };

void insert_after(struct node *at, struct node *other) {
    other->next = at->next;
    at->next = other;
    assert(at->next != at);
}
