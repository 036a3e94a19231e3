// verdict: violated
// error: assertion-failure at 12
// error: assertion-failure at 16
// The function is entered again before it has read the memory that it takes for granted at its first call.
#include "plica.h"

static int g = 0;
static int seen(void) { return g; }

static void f(int n) {
    if (n > 0) { g = 1; f(n - 1); return; }
    plica_assert(seen() == 0);
}
static void h(int n, int *p) {
    if (n > 3) { *p = 7; h(n - 4, p); return; }
    plica_assert(*p == 0);
}

int main(void) {
    f(plica_range(0, 3, "n"));
    int a = 0;
    h(plica_range(0, 5, "m"), &a);
    return 0;
}
