// verdict: violated
// error: assertion-failure at 16
// Two pointer parameters that are the same object for one input only.
#include "plica.h"

static int set(int *a, int *b) {
    *a = 1;
    *b = 2;
    return *a;
}

int main(void) {
    int cells[4] = {0, 0, 0, 0};
    int i = plica_range(0, 4, "i");
    int first = set(&cells[2], &cells[i]);
    plica_assert(first == 1);
    plica_assert(cells[2] == 1 && cells[i] == 2);
    return 0;
}
