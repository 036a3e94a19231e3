// verdict: holds
// Several returns, one behind the other: each is taken under the conditions that the earlier ones leave.
#include "plica.h"

static int classify(int x) {
    if (x < 0) return -1;
    if (x < 10) return 0;
    if (x % 2) return 1;
    if (x > 5) return 2;
    return 3;
}

int main(void) {
    int x = plica_int("x"), c = classify(x);
    plica_assert(c != 3);
    plica_assert(c != 1 || x >= 11);
    plica_assert(c != 2 || (x >= 10 && x % 2 == 0));
    return 0;
}
