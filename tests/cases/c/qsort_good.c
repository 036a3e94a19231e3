// verdict: holds
// The library's qsort calls back into the program.
#include <stdlib.h>
#include "plica.h"

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int v[4];
    for (int i = 0; i < 4; i++) v[i] = plica_int("v");
    qsort(v, 4, sizeof v[0], compare);
    for (int i = 0; i < 3; i++) plica_assert(v[i] <= v[i + 1]);
    return 0;
}
