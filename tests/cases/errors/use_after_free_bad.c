// verdict: violated
// error: use-after-free at 20
// The list is walked through the node that was just released.
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
    for (struct node *p = list; p; p = p->next)
        if (p->value == wanted) free(p);
    return 0;
}
