// verdict: violated
// error: assertion-failure at 15
// One call site inside a function that is called twice: what was learnt in the first call is not true in the second.
#include "plica.h"

static int inner(int x) { return x > 10 ? x - 10 : x; }
static int outer(int x) { return inner(x) + 1; }

int main(void) {
    int x = plica_range(0, 21, "x"), y = plica_range(0, 21, "y");
    int a = outer(x);
    if (a <= 5) {
        int b = outer(y);
        plica_assert(a >= 1 && b >= 1 && b <= 11);
        plica_assert(b <= 10);
    }
    return 0;
}
