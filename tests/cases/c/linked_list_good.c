// verdict: holds
// A sorted list: insertion keeps the order, reversal turns it around.
#include <stdlib.h>
#include "plica.h"

struct node { int value; struct node *next; };

static void insert(struct node **at, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node) exit(0);
    while (*at && (*at)->value < value) at = &(*at)->next;
    node->value = value;
    node->next = *at;
    *at = node;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) insert(&list, plica_int("value"));
    for (struct node *p = list; p->next; p = p->next) plica_assert(p->value <= p->next->value);
    list = reverse(list);
    for (struct node *p = list; p->next; p = p->next) plica_assert(p->value >= p->next->value);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
