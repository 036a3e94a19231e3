// verdict: violated
// error: assertion-failure at 20
// A callee redirects the caller's pointer, and a later write goes to the new place.
#include "plica.h"

static int spare;

static void redirect(int **p, int when) {
    if (when > 2) *p = &spare;
}

static void write(int *p, int value) { *p = value; }

int main(void) {
    int own = 0, x = plica_range(0, 6, "x"), *p = &own;
    redirect(&p, x);
    write(p, 9);
    plica_assert(own + spare == 9);
    plica_assert((spare == 9) == (x > 2));
    plica_assert(x < 4 || own == 9);
    return 0;
}
