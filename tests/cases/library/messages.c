// verdict: violated
// error: assertion-failure at 13
// What errx says is the last thing that the program does.
#include <err.h>
#include <stdlib.h>
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    if (n < 0) errx(1, "%d is too small", n);
    plica_assert(n >= 0);
    warnx("n is %d", n);
    plica_assert(n < 1000);
    return 0;
}
