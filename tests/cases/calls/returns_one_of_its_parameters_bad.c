// verdict: violated
// error: assertion-failure at 16
// A function returns one of its pointer parameters: which one was written is forgotten by the caller.
#include "plica.h"

static int *larger(int *a, int *b) { return *a > *b ? a : b; }

int main(void) {
    int a = plica_range(1, 9, "a"), b = plica_range(1, 9, "b");
    int *p = larger(&a, &b);
    *p = 0;
    int *q = larger(&a, &b);
    plica_assert(q != p && *q > 0);
    *q = 0;
    plica_assert(larger(&a, &b) == &b);
    plica_assert(q == &a);
    return 0;
}
