// run: check --time-limit 20s --checks +overflow
// verdict: holds
// A counter that begins below the greatest int reaches it.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n");
    int x = 2147483640;
    plica_assume(n <= 7);
    while (n > 0) {
        n--;
        x++;
    }
    return x == 0;
}
