// A quotient of constants that overflows is told where signed overflow is looked for.
// run: check --checks +overflow
// verdict: violated
// error: division-by-zero at 9
// error: division-by-zero at 10
#include "plica.h"
int main(void) {
    const int least = -2147483647 - 1;
    if (plica_bool("rest")) return least % -1;
    return least / -1;
}
