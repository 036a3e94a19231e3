// run: check --io-errors
// verdict: violated
// error: assertion-failure at 14
// native: no
// Writing may fail where that is asked for.
#include <errno.h>
#include <stdio.h>
#include "plica.h"

int main(void) {
    FILE *file = fopen("out", "w");
    if (!file) return 0;
    int n = fputs("text", file);
    plica_assert(n >= 0);
    fclose(file);
    return 0;
}
