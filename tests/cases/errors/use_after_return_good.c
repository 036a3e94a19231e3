// verdict: holds
// The twin of use_after_return_bad.c: a static variable stays.
#include "plica.h"

static int fallback = 1;

static int *choose(int which) {
    static int local = 5;
    int *p = &fallback;
    if (which > 100) p = &local;
    return p;
}

int main(void) {
    int *p = choose(plica_int("which"));
    return *p;
}
