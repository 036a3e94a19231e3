// verdict: holds
// Fibonacci: two calls of itself in every call; a bound that holds at every depth.
#include "plica.h"

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
    int n = plica_range(0, 11, "n");
    int f = fibonacci(n);
    plica_assert(f >= n - 1 && f <= 55);
    return 0;
}
