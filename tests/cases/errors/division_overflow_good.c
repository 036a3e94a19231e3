// verdict: holds
// The twin of division_overflow_bad.c.
#include "plica.h"

int main(void) {
    int a = plica_int("a"), b = plica_int("b");
    if (b == 0) return 0;
    if (b == -1) return a == -3;
    return a / b == 3;
}
