// run: check --time-limit 20s
// verdict: holds
// Every iteration reads an input; none of them is above the greatest.
#include "plica.h"

int main(void) {
    int n = plica_int("n"), greatest = -1;
    plica_assume(n >= 0 && n <= 5);
    for (int i = 0; i < n; i++) {
        int x = plica_int("x");
        if (x > greatest) greatest = x;
        plica_assert(x <= greatest);
    }
    plica_assert(greatest >= -1);
    return 0;
}
