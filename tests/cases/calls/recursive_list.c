// verdict: violated
// error: assertion-failure at 35
// A list built by calls and walked by recursion; one of its lengths is found.
#include <stdlib.h>
#include "plica.h"

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

static int length(const struct node *list) { return list ? 1 + length(list->next) : 0; }
static int sum(const struct node *list) { return list ? list->value + sum(list->next) : 0; }

static void drop(struct node *list) {
    if (!list) return;
    drop(list->next);
    free(list);
}

int main(void) {
    int n = plica_range(0, 5, "n");
    struct node *list = 0;
    for (int i = 0; i < n; i++) list = push(list, i + 1);
    int l = length(list), s = sum(list);
    drop(list);
    plica_assert(l == n && s == n * (n + 1) / 2);
    plica_assert(s != 6);
    return 0;
}
