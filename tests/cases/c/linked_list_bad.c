// verdict: violated
// error: null-dereference at 12
// Removal looks at the next node, which the last one does not have.
#include <stdlib.h>
#include "plica.h"

struct node { int value; struct node *next; };

int main(void) {
    struct node c = {plica_int("c"), NULL}, b = {plica_int("b"), &c}, a = {plica_int("a"), &b};
    struct node *p = &a;
    while (p->next->value != 9) p = p->next;
    p->next = p->next->next;
    return a.next == &c;
}
