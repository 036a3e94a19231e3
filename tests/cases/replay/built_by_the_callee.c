//! Functions that allocate and hand out what they made: summaries refuse them, replay executes them.
//! verdict: holds
#include <stdlib.h>
#include "plica.h"

struct node { int v; struct node *next; };

static struct node *insert(struct node *list, int v) {
    struct node **at = &list;
    while (*at && (*at)->v < v) at = &(*at)->next;
    if (*at && (*at)->v == v) return list;
    struct node *n = malloc(sizeof *n);
    *n = (struct node){v, *at};
    *at = n;
    return list;
}

static int ascends(const struct node *n) {
    for (; n && n->next; n = n->next)
        if (n->v >= n->next->v) return 0;
    return 1;
}

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 4; i++) list = insert(list, plica_char("v"));
    plica_assert(ascends(list));
    int n = 0;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        n++;
    }
    plica_assert(n >= 1 && n <= 4);
    return 0;
}
