// verdict: violated
// error: assertion-failure at 22
// Two structures and one set of functions: the write that was meant for one goes to the other.
#include "plica.h"

struct stack {
    int items[3], top;
};

static void push(struct stack *s, int x) {
    if (s->top < 3) s->items[s->top++] = x;
}

int main(void) {
    struct stack a = {{0}, 0}, b = {{0}, 0};
    int x = plica_range(0, 4, "x");
    push(&a, 1);
    push(x < 3 ? &b : &a, 2);
    push(&b, 3);
    plica_assert(a.top + b.top == 3);
    plica_assert(b.top == 2 || (a.items[1] == 2 && x == 3));
    plica_assert(b.items[0] == 2);
    return 0;
}
