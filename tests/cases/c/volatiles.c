// verdict: holds
// A volatile variable is a plain one.
#include "plica.h"

int main(void) {
    volatile int v = plica_int("v");
    volatile int *p = &v;
    if (*p > 0) v = 0;
    plica_assert(v <= 0 && *p == v);
    return 0;
}
