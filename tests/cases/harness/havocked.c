// run: check --externals havoc
// verdict: violated
// error: assertion-failure at 11
// error: assertion-failure at 12
// native: no
// Errors behind functions without a body: one depends on what one of them returns, one on none.
#include "plica.h"
int device(void);
int main(void) {
    int n = plica_int("n"), m = device();
    if (n == 3) plica_assert(m != 4);
    plica_assert(n != 5);
    return 0;
}
