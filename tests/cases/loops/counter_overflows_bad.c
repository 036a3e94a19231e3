// run: check --time-limit 20s --max-errors 1 --checks +overflow
// verdict: violated
// error: signed-overflow at 13
// A counter that begins below the greatest int overflows.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    int x = 2147483640;
    plica_assume(n <= 10);
    while (n > 0) {
        n--;
        x++;
    }
    return x == 0;
}
