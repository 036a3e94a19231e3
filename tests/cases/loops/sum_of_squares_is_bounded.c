// How large a sum of squares can be: its closed form wraps round.
// verdict: holds
// loops: compact
#include "plica.h"
int main(void) {
    int n = plica_range(0, 1 << 20, "n");
    long sum = 0;
    for (int i = 0; i < n; i++) sum += (long)i * i;
    plica_assert(sum >= 0 && sum < 1l << 60);
    return 0;
}
