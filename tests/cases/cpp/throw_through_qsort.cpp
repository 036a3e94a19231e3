// verdict: holds
// A comparison throws through a function of the C library.
#include "plica.h"
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 9 || y == 9) throw x + y;
    return x - y;
}

int main() {
    int values[] = {3, 1, plica_range(5, 10, "x")}, sum = 0;
    int x = values[2];
    try {
        qsort(values, 3, sizeof *values, compare);
        plica_assert(values[0] == 1 && values[2] == x);
    } catch (int thrown) {
        sum = thrown;
    }
    plica_assert((x == 9) == (sum != 0));
    return 0;
}
