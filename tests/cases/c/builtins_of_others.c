// verdict: holds
#include "plica.h"
int main(void) {
    unsigned x = plica_uint("x");
    if (x == 0) return 0;
    int n = 31 - __builtin_clz(x);
    plica_assert(x >> n == 1 && __builtin_ctz(x) <= n);
    plica_assert(__builtin_ffs(0) == 0);
    return 0;
}
