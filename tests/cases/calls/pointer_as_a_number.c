// verdict: holds
// A pointer goes through a call as a number and comes back as a pointer.
#include <stdint.h>
#include "plica.h"

static uintptr_t hide(int *p) { return (uintptr_t)p; }
static int *show(uintptr_t n) { return (int *)n; }

int main(void) {
    int x = plica_int("x"), y = x;
    *show(hide(&y)) = 5;
    plica_assert(y == 5 && show(hide(&x)) == &x);
    *show(hide(plica_bool("which") ? &x : &y)) = 6;
    plica_assert((x == 6) | (y == 6));
    return 0;
}
