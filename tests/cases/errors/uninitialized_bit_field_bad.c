// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 27
// error: uninitialized-read at 28
// error: uninitialized-read at 31
// error: uninitialized-read at 36
// error: uninitialized-read at 37
// native: no
// The twin of uninitialized_bit_field_good.c: a bit-field is read when only its neighbours were written.
#include "plica.h"

struct flags { unsigned a : 3; unsigned b : 5; unsigned c : 9; };
struct mixed { int low : 3; int high : 29; };

static void set(struct flags *f, unsigned c) {
    f->c = c;
    f->a = 0;
}

int main(void) {
    int x = plica_range(-4, 3, "x");
    struct flags f, copy;
    f.a = 1;
    set(&f, (unsigned)x & 7);
    copy = f;
    switch (plica_range(0, 4, "kind")) {
    case 0: return (int)f.b;
    case 1: return (int)copy.b;
    case 2:
        for (unsigned i = 0; i < 60; i++) copy.c = (unsigned)x + i, copy.a = i;
        return (int)copy.b;
    }
    struct mixed m;
    m.high = x;
    if (x > 0) m.low = 1;
    if (x < -2) return m.low;
    if (x < 0) m.low |= 1;
    return 0;
}
