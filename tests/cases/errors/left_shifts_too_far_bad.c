// A shift that is too far is one where it is also looked at what is shifted out.
// run: check --checks +overflow
// verdict: violated
// error: shift-range at 8
// error: signed-overflow at 8
#include "plica.h"
int main(void) {
    int x = plica_range(1, 9, "x"), n = plica_int("n"), y = x << n;
    return (unsigned)y >> (x & 31);
}
