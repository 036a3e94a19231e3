// run: check --time-limit 20s
// verdict: holds
// One counts up, the other down, until they meet.
#include "plica.h"

int main(void) {
    int low = plica_int("low"), high = plica_int("high"), sum = 0;
    plica_assume(low >= 0 && low <= high && high < 10);
    sum = low + high;
    while (low < high) {
        low++;
        high--;
        plica_assert(low + high == sum);
    }
    plica_assert(low - high == (sum & 1));
    return 0;
}
