//! Pointers and the heap: releasing a list, with a mistake on one path.
//!
//!     plica check examples/list.c
//!
//! When only the second value is negative its node is released on the spot and then walked through again (use-after-free).
//! The report names the values and the calls on the way.
#include <stdlib.h>
#include "plica.h"

struct node { int value; struct node *next; };

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node) exit(1);
    node->value = value;
    node->next = list;
    return node;
}

static void release(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = push(push(NULL, plica_int("first")), plica_int("second"));
    if (list->value < 0) {
        struct node *rest = list->next;
        free(list);
        if (rest->value < 0) list = rest;
    }
    release(list);
    return 0;
}
