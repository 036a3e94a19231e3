// verdict: holds
// A callee writes one field of a structure by pointer; its neighbours stay.
#include "plica.h"

struct point {
    char tag;
    int x, y;
    short weight;
};

static void mirror(struct point *p) { p->x = -p->x; }

static int norm(const struct point *p) { return (p->x < 0 ? -p->x : p->x) + (p->y < 0 ? -p->y : p->y); }

int main(void) {
    struct point p = {'p', plica_range(-9, 10, "x"), plica_range(-9, 10, "y"), 3}, q = p;
    mirror(&p);
    plica_assert(p.tag == 'p' && p.y == q.y && p.weight == 3);
    plica_assert(p.x == -q.x && norm(&p) == norm(&q) && norm(&p) < 19);
    return 0;
}
