// verdict: holds
// Structures of several sizes as arguments and results: each is passed in another way, and always a copy.
#include "plica.h"

struct three { unsigned char c[3]; };
struct pair { int a, b; };
struct wide { long a, b, c; };
struct mixed { char c; double d; };

static struct three turn(struct three t) {
    unsigned char first = t.c[0];
    t.c[0] = t.c[1];
    t.c[1] = t.c[2];
    t.c[2] = first;
    return t;
}

static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }

static struct wide add(struct wide w, long by) {
    w.b += by;
    return w;
}

static struct mixed next(struct mixed m) {
    m.c++;
    return m;
}

int main(void) {
    struct three t = {{1, plica_uchar("middle"), 3}}, u = turn(turn(turn(t)));
    plica_assert(turn(t).c[0] == t.c[1] && u.c[0] == 1 && u.c[1] == t.c[1] && u.c[2] == 3);
    struct pair p = {plica_int("a"), 4}, q = swap(p);
    plica_assert(q.a == 4 && q.b == p.a && p.b == 4);
    struct wide w = {1, plica_range(0, 100, "b"), 3}, v = add(w, 5);
    plica_assert(v.a == 1 && v.b == w.b + 5 && v.c == 3 && w.b < 100);
    struct mixed m = {'a', 2.5};
    plica_assert(next(m).c == 'b' && next(m).d == 2.5 && m.c == 'a');
    return 0;
}
