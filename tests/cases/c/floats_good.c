// verdict: holds
// The twin of floats_bad.c.
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    plica_assume(n > 0 && n <= 1 << 24);
    plica_assert((int)(float)n == n);
    return 0;
}
