// verdict: violated
// error: assertion-failure at 25
// A callee writes to the next element: in one context that is the element itself.
#include "plica.h"

struct node {
    int value;
    struct node *next;
};

static int mark(struct node *n) {
    n->value = 1;
    n->next->value = 2;
    return n->value;
}

int main(void) {
    struct node a = {0, 0}, b = {0, 0};
    int x = plica_range(0, 3, "x");
    a.next = x == 1 ? &a : &b;
    b.next = &a;
    plica_assert(mark(&b) == 1 && a.value == 2);
    int r = mark(&a);
    plica_assert(r == 1 || a.value == 2);
    plica_assert(r == 1);
    return 0;
}
