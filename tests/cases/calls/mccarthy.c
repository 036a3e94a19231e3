// verdict: holds
// McCarthy's function is 91 for every argument up to 101.
#include "plica.h"

static int mccarthy(int n) { return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11)); }

int main(void) {
    int n = plica_range(90, 110, "n");
    int m = mccarthy(n);
    plica_assert(n > 101 ? m == n - 10 : m == 91);
    return 0;
}
