// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 14
// One counts up, the other down: they may pass each other.
#include "plica.h"

int main(void) {
    int low = plica_int("low"), high = plica_int("high");
    plica_assume(low >= 0 && low <= high && high < 10);
    while (low < high) {
        low++;
        high--;
    }
    plica_assert(low == high);
    return 0;
}
