// verdict: holds
// Backward and forward jumps, into a loop's body too.
#include "plica.h"

int main(void) {
    int n = plica_range(0, 8, "n"), i = 0, sum = 0;
    if (n == 0) goto end;
    goto middle;
again:
    sum += i;
middle:
    if (++i <= n) goto again;
end:
    plica_assert(sum == n * (n + 1) / 2);
    return 0;
}
