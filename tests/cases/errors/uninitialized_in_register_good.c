// run: check --checks +uninit
// verdict: holds
// Structures that fit registers are passed and returned as numbers, with their padding and whatever was not written.
#include "plica.h"

struct pair { int x; char c; };
struct real { double d; float f; };
struct two { long l; short s; };
struct three { char a, b, c; };
struct floats { float a, b; };
struct one { int x; };
union either { long l; char c; };

static struct pair pair(int x) {
    struct pair r;
    r.x = x;
    r.c = 1;
    return r;
}
static int sum(struct pair p) { return p.x + p.c; }
static struct real real(double d) {
    struct real r;
    r.d = d;
    r.f = 1;
    return r;
}
static double total(struct real r) { return r.d + r.f; }
static short second(struct two t) { return t.s; }
static struct two half(short s) {
    struct two r;
    r.s = s;
    return r;
}
static struct three first(char a) {
    struct three r;
    r.a = a;
    return r;
}
static char get(struct three t) { return t.a; }
static float left(struct floats f) { return f.a; }
static struct one none(void) {
    struct one r;
    return r;
}
static void drop(struct one o) { (void)o; }
static char letter(union either e) { return e.c; }
static int set(struct two t) {
    t.l = 4;
    return (int)t.l + t.s;
}

int main(void) {
    int x = plica_range(0, 100, "x");
    struct pair p = pair(x);
    plica_assert(sum(p) == x + 1 && sum(pair(4)) == 5);
    plica_assert(total(real(2)) == 3);
    struct two t = half((short)x);
    plica_assert(second(t) == x && second(half(7)) == 7 && set(t) == x + 4);
    struct three c = first((char)x);
    plica_assert(get(c) == x && get(first(3)) == 3);
    struct floats f;
    f.a = 2;
    plica_assert(left(f) == 2);
    drop(none());
    int rest[2];
    rest[0] = x;
    (void)rest[1];
    union either e;
    e.c = (char)x;
    plica_assert(letter(e) == x);
    return 0;
}
