// verdict: holds
// The recursion adds up through a pointer to its first caller's variable.
#include "plica.h"

static void add_up(int n, int *sum) {
    if (n <= 0) return;
    *sum += n;
    add_up(n - 1, sum);
}

int main(void) {
    int n = plica_range(0, 10, "n"), sum = 0, other = 0;
    add_up(n, &sum);
    plica_assert(sum == n * (n + 1) / 2 && other == 0);
    return 0;
}
