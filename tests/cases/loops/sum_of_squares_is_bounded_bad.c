// The same with a bound that is too low.
// verdict: violated
// loops: compact
// error: assertion-failure at 10
#include "plica.h"
int main(void) {
    int n = plica_range(0, 1 << 20, "n");
    long sum = 0;
    for (int i = 0; i < n; i++) sum += (long)i * i;
    plica_assert(sum >= 0 && sum < 1l << 20);
    return 0;
}
