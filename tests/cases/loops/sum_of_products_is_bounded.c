// The same where one factor is another input.
// run: check --checks +overflow
// verdict: holds
// loops: compact
#include "plica.h"
int main(void) {
    int n = plica_range(0, 1000, "n"), a = plica_range(-100, 100, "a");
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a * i;
    plica_assert(sum <= 100 * 1000 * 1000);
    return 0;
}
