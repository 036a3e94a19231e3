// verdict: violated
// error: use-after-free at 17
// A pointer to a local variable outlives its function.
#include "plica.h"

static int fallback = 1;

static int *choose(int which) {
    int local = 5;
    int *p = &fallback;
    if (which > 100) p = &local;
    return p;
}

int main(void) {
    int *p = choose(plica_int("which"));
    return *p;
}
