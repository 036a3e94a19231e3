// The sum cannot overflow in as many iterations as there are, the counter can: the last is the greatest number.
// run: check --checks +overflow
// verdict: violated
// loops: compact
// error: signed-overflow at 9
#include "plica.h"
int main(void) {
    long sum = 0;
    for (int i = 0, n = plica_int("n"); i <= n; i++) {
        sum += i;
    }
    return sum < 0;
}
