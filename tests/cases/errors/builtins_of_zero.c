// verdict: violated
// error: invalid-builtin at 7
// error: invalid-builtin at 8
#include "plica.h"
int main(void) {
    unsigned x = plica_uint("x"); unsigned long y = plica_range(0, 3, "y");
    int n = __builtin_clz(x);
    return n + __builtin_ctzl(y);
}
