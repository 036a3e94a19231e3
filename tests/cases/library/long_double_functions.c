// verdict: holds
// Functions of long doubles have all their digits where their arguments are known.
#include <math.h>
#include "plica.h"

int main(void) {
    plica_assert(expl(0) == 1 && logl(1) == 0 && exp2l(-3) == 0.125L && powl(2, 60) == 0x1p60L);
    plica_assert(fabsl(sinl(1) - 0.8414709848078965066525L) < 1e-18L && sinl(1) != sin(1));
    plica_assert(fabsl(atan2l(0, -1) - 3.141592653589793238463L) < 1e-18L && hypotl(3, 4) == 5);
    long double x = plica_int("x"), y = plica_int("y");
    if (x == y) plica_assert(!(coshl(x) < coshl(y)));
    return 0;
}
