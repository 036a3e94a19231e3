// verdict: holds
// The twin of use_after_free_bad.c: the link is read before its node is released.
#include <stdlib.h>
#include "plica.h"

struct node { int value; struct node *next; };

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node) exit(0);
    node->value = value;
    node->next = list;
    return node;
}

int main(void) {
    struct node *list = push(push(NULL, plica_int("a")), plica_int("b"));
    int wanted = plica_int("wanted");
    for (struct node *p = list, *next; p; p = next) {
        next = p->next;
        if (p->value == wanted) free(p);
    }
    return 0;
}
