// verdict: violated
// error: assertion-failure at 13
// An error behind output to streams, one of which is chosen by an input, is found and confirmed.
#include <stdio.h>
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    FILE *to = n > 0 ? stdout : stderr;
    fprintf(stderr, "n is\n");
    fprintf(to, "%d\n", n);
    fputs("y", stdout);
    plica_assert(n != 5);
    return 0;
}
