// verdict: violated
// error: uncaught-exception at 9
// Nobody catches what is thrown in a program that has something to do at its end, which is not done.
#include "plica.h"
#include <stdlib.h>

static void goodbye() { plica_assert(false); }
static void check(int n) {
    if (n > 7) throw n;
}

int main() {
    atexit(goodbye);
    check(plica_int("n"));
    _Exit(0);
}
