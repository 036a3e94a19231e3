// verdict: holds
// Structures as arguments and results: in one register, in two, of floating point, and in memory.
#include "plica.h"

struct small { short a, b; };
struct pair { long first; int second; };
struct point { double x, y; };
struct mixed { float f; int i; double d; };
struct big { int values[10]; char tag; };

static struct small swap(struct small s) { return (struct small){s.b, s.a}; }
static struct pair next(struct pair p) {
    p.first++;
    p.second--;
    return p;
}
static struct point mirror(struct point p) { return (struct point){p.y, p.x}; }
static struct mixed step(struct mixed m) {
    m.i++;
    return m;
}
static struct big shift(struct big b, int by) {
    for (int i = 0; i < 10; i++) b.values[i] += by;
    b.tag++;
    return b;
}

int main(void) {
    short a = plica_short("a");
    long l = plica_long("l");
    plica_assume(l < 1000000);
    struct small s = swap((struct small){a, 7});
    plica_assert(s.a == 7 && s.b == a);
    struct pair p = next((struct pair){l, 3});
    plica_assert(p.first == l + 1 && p.second == 2);
    struct point q = mirror((struct point){1.5, a});
    plica_assert(q.x == a && q.y == 1.5);
    struct mixed m = step((struct mixed){0.5f, a, 2.5});
    plica_assert(m.f == 0.5f && m.i == a + 1 && m.d == 2.5);
    struct big b = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 'x'}, c = shift(b, a);
    plica_assert(c.values[9] == 9 + a && c.tag == 'y');
    plica_assert(b.values[9] == 9 && b.tag == 'x');
    return 0;
}
