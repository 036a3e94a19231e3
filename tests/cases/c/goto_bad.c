// verdict: violated
// error: assertion-failure at 15
// The common clean-up at the end of a function, with one jump too far.
#include "plica.h"

int main(void) {
    int open = 0, locked = 0, n = plica_int("n");
    open = 1;
    if (n < 0) goto close;
    locked = 1;
    if (n == 7) goto close;
    locked = 0;
close:
    open = 0;
    plica_assert(!open && !locked);
    return 0;
}
