// verdict: violated
// error: assertion-failure at 9
// A float has 24 bits for its digits: not every int survives.
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    plica_assume(n > 0 && n < 100000000);
    plica_assert((int)(float)n == n);
    return 0;
}
