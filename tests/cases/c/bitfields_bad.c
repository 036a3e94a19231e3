// verdict: violated
// error: assertion-failure at 12
// A count of packets in three bits.
#include "plica.h"

struct status { unsigned count : 3, ready : 1; };

int main(void) {
    struct status s = {0, 1};
    int n = plica_range(0, 10, "n");
    for (int i = 0; i < n; i++) s.count++;
    plica_assert((int)s.count == n);
    return 0;
}
