// verdict: holds
// What is wrong for values that functions of <math.h> may have within their bounds, and do not have.
#include <math.h>
#include "plica.h"

int main(void) {
    int n = plica_range(0, 8, "n");
    plica_assert(sin(n) < 0.95);
    plica_assert(fabs(pow(n, 2) - n * n) < 1e-9);
    return 0;
}
