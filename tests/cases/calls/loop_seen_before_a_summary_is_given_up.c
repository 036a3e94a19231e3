// verdict: violated
// error: assertion-failure at 26
// The callee has more paths than are explored ahead of its caller, so its summary is given up and the call executed in place. The
// head of its loop was come to before that; a path that comes there again must not end for it.
#include "plica.h"

static int bits(unsigned char x) {
    int n = 0;
    for (int i = 0; i < 3; i++) n += i;
    if (x & 1) n++;
    if (x & 2) n++;
    if (x & 4) n++;
    if (x & 8) n++;
    if (x & 16) n++;
    if (x & 32) n++;
    if (x & 64) n++;
    if (x & 128) n++;
    return n;
}

int main(void) {
    unsigned char x = (unsigned char)plica_int("x");
    int late = plica_int("late");
    plica_assume(x > 3);
    if (late > 7) x |= 1;
    plica_assert(bits(x) < 11 || late <= 7);
    return 0;
}
