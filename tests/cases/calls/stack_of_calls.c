// verdict: holds
// Functions on one structure: push and pop, with overflow and underflow handled by status.
#include "plica.h"

struct stack {
    int items[3], top;
};

static int push(struct stack *s, int x) {
    if (s->top == 3) return 0;
    s->items[s->top++] = x;
    return 1;
}

static int pop(struct stack *s, int *x) {
    if (s->top == 0) return 0;
    *x = s->items[--s->top];
    return 1;
}

int main(void) {
    struct stack s = {{0}, 0};
    int n = plica_range(0, 5, "n"), pushed = 0, popped = 0, x = 0;
    for (int i = 0; i < n; i++) pushed += push(&s, i);
    plica_assert(pushed == s.top);
    while (pop(&s, &x)) {
        popped++;
        plica_assert(x == pushed - popped);
    }
    plica_assert(pushed == popped && (n <= 3) == (pushed == n));
    return 0;
}
