// verdict: violated
// error: assertion-failure at 11
// Fibonacci: a value that it has at one depth.
#include "plica.h"

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
    int n = plica_range(0, 11, "n");
    plica_assert(fibonacci(n) != 22);
    plica_assert(fibonacci(n) != 34);
    return 0;
}
