// verdict: holds
// A callee writes a global on one of its paths; on the others it keeps the caller's value.
#include "plica.h"

static int last = -1;

static int note(int x) {
    if (x < 10) return 0;
    if (x < 20) {
        last = x;
        return 1;
    }
    return 2;
}

int main(void) {
    int x = plica_int("x"), y = plica_int("y");
    int a = note(x);
    plica_assert((a == 1) == (last != -1));
    int b = note(y);
    plica_assert(b != 1 || last == y);
    plica_assert(b == 1 || a != 1 || last == x);
    plica_assert(a == 1 || b == 1 || last == -1);
    return 0;
}
