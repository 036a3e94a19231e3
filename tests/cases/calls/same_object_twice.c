// verdict: holds
// Two pointer parameters: what is read back depends on whether they are the same object. The caller knows.
#include "plica.h"

static int set(int *a, int *b) {
    *a = 1;
    *b = 2;
    return *a;
}

int main(void) {
    int x = 0, y = 0;
    int apart = set(&x, &y);
    plica_assert(apart == 1 && x == 1 && y == 2);
    int together = set(&x, &x);
    plica_assert(together == 2 && x == 2 && y == 2);
    return 0;
}
