// verdict: holds
// One parameter points to a structure, the other to a field inside it, or to something else.
#include "plica.h"

struct pair {
    int a, b;
};

static int fill(struct pair *p, int *q, int x) {
    p->a = x;
    p->b = x + 1;
    *q = x + 2;
    return p->a + p->b;
}

int main(void) {
    struct pair p;
    int q, x = plica_range(0, 100, "x");
    plica_assert(fill(&p, &q, x) == 2 * x + 1 && q == x + 2);
    plica_assert(fill(&p, &p.a, x) == 2 * x + 3 && p.a == x + 2 && p.b == x + 1);
    plica_assert(fill(&p, &p.b, x) == 2 * x + 2 && p.a == x && p.b == x + 2);
    return 0;
}
