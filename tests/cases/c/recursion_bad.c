// verdict: violated
// error: assertion-failure at 10
// McCarthy's 91 function is 91 only up to 101.
#include "plica.h"

static int mccarthy(int n) { return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11)); }

int main(void) {
    int n = plica_range(95, 105, "n");
    plica_assert(mccarthy(n) == 91);
    return 0;
}
