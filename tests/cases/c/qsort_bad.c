// verdict: violated
// error: assertion-failure at 15
// The well-known comparison by subtraction, which wraps around.
#include <stdlib.h>
#include "plica.h"

static int compare(const void *a, const void *b) {
    return (int)((unsigned)*(const int *)a - (unsigned)*(const int *)b);
}

int main(void) {
    int v[3];
    for (int i = 0; i < 3; i++) v[i] = plica_int("v");
    qsort(v, 3, sizeof v[0], compare);
    for (int i = 0; i < 2; i++) plica_assert(v[i] <= v[i + 1]);
    return 0;
}
