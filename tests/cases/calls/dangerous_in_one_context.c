// verdict: holds
// Division: one caller guards its divisor, the other never passes zero.
#include "plica.h"

static int divide(int a, int b) { return a / b; }

static int guarded(int a, int b) { return b > 0 ? divide(a, b) : 0; }

int main(void) {
    int a = plica_range(0, 1000, "a"), b = plica_int("b");
    plica_assert(guarded(a, b) <= a);
    plica_assert(divide(a, (b & 7) + 1) <= a);
    return 0;
}
