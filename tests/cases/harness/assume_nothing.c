// verdict: holds
// Assumptions that contradict each other leave no path: nothing behind them is an error.
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    plica_assume(n > 5);
    plica_assume(n < 3);
    plica_assert(0);
    return 0;
}
