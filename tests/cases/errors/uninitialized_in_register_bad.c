// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 23
// error: uninitialized-read at 25
// error: uninitialized-read at 32
// error: uninitialized-read at 34
// error: uninitialized-read at 35
// error: uninitialized-read at 40
// error: uninitialized-read at 54
// error: uninitialized-read at 58
// native: no
// The twin of uninitialized_in_register_good.c: the read of what was not written is the error, also in a callee.
#include "plica.h"

struct pair { int x; char c; };
struct real { double d; float f; };
struct two { long l; short s; };
struct three { char a, b, c; };
struct floats { float a, b; };
union either { long l; char c; };

static int sum(struct pair p) {
    return p.x + p.c; }
static double total(struct real r) {
    return r.d + r.f; }
static struct two half(short s) {
    struct two r;
    r.s = s;
    return r;
}
static char get(struct three t) {
    return t.b; }
static float right(struct floats f) {
    return f.b; }
static long whole(union either e) { return e.l; }
static int id(int x) { return x; }
static int plain(void) {
    int rate[2];
    rate[0] = 1;
    return id(rate[1]);
}

int main(void) {
    int x = plica_range(0, 100, "x");
    struct pair p;
    struct real r;
    struct three c;
    struct floats f;
    union either e;
    p.x = x, r.d = x, c.a = (char)x, f.a = (float)x, e.c = (char)x;
    switch (plica_range(0, 8, "kind")) {
    case 0: return sum(p);
    case 1: return (int)total(r);
    case 2: return (int)half((short)x).l;
    case 3: return get(c);
    case 4: return (int)right(f);
    case 5: {
        int y = p.c;
        return y != x;
    }
    case 6: return (int)whole(e);
    case 7: return plain();
    }
    return 0;
}
