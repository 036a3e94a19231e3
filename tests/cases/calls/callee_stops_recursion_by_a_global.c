// verdict: violated
// error: assertion-failure at 18
// A global budget ends the recursion, not the argument; one budget leaves the wrong rest.
#include "plica.h"

static int budget;

static int spend(int x) {
    if (budget == 0) return x;
    budget--;
    return spend(x / 2 + 1);
}

int main(void) {
    budget = plica_range(0, 6, "budget");
    int x = plica_range(0, 64, "x"), r = spend(x);
    plica_assert(budget == 0 && r <= 63);
    plica_assert(r != 33);
    return 0;
}
