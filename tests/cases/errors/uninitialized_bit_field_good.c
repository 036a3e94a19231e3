// run: check --checks +uninit
// verdict: holds
// Storing a bit-field reads the storage unit that it shares with others, which is no read by the program.
#include "plica.h"

struct flags { unsigned a : 3; unsigned b : 5; unsigned c : 9; };
struct mixed { int low : 3; int high : 29; };
struct wide { unsigned long a : 40; unsigned long b : 20; unsigned char d : 2; unsigned e : 30; };

static void set(struct flags *f, unsigned c) {
    f->c = c;
    f->a = 0;
}

static unsigned part(struct flags f) {
    return f.c;
}

int main(void) {
    int x = plica_range(-4, 3, "x");
    struct flags f, many[3], copy;
    f.a = 1;
    plica_assert(f.a == 1);
    set(&f, (unsigned)x & 7);
    plica_assert(f.c == ((unsigned)x & 7) && f.a == 0);
    // What is not written is copied as it is.
    copy = f;
    plica_assert(copy.c == f.c && part(copy) == f.c);
    for (int i = 0; i < 3; i++) many[i].b = (unsigned)i + 1;
    plica_assert(many[0].b == 1 && many[2].b == 3);
    struct mixed m;
    m.high = x;
    m.high++;
    plica_assert(m.high == x + 1);
    m.low = x;
    m.low |= 1;
    plica_assert(m.low == (x | 1) && m.high == x + 1);
    struct wide w;
    w.e = 77;
    w.b = (unsigned long)(x + 4);
    plica_assert(w.e == 77 && w.b == (unsigned long)(x + 4));
    return 0;
}
