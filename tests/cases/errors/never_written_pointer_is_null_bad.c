// run: check
// verdict: violated
// error: uninitialized-pointer at 12
// error: uninitialized-pointer at 13
// native: no
// The way to a pointer that was never written rests on what another such pointer happens to be.
#include <stdlib.h>
#include "plica.h"

int main(void) {
    char *p, *q, **in = malloc(sizeof *in), **other = malloc(sizeof *other);
    if (plica_range(0, 2, "k")) return !p ? *q : 0;
    return !*in && *other ? **other : 0;
}
