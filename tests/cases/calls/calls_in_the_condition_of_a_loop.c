// verdict: violated
// error: assertion-failure at 20
// A loop whose condition is a call that changes what it asks for.
#include "plica.h"

static int left;

static int take(void) {
    if (left <= 0) return 0;
    left -= left % 3 == 0 ? 3 : 1;
    return 1;
}

int main(void) {
    int n = plica_range(0, 13, "n"), taken = 0;
    left = n;
    while (take()) taken++;
    plica_assert(left == 0 && taken <= 5);
    plica_assert(taken < 5 || n == 11);
    plica_assert(taken < 5);
    return 0;
}
