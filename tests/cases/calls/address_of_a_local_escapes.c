// verdict: violated
// error: use-after-free at 16
// The address of a callee's local variable is left in an out parameter.
#include "plica.h"

static int fallback = 1;

static void choose(int which, int **out) {
    int local = which;
    *out = which > 100 ? &local : &fallback;
}

int main(void) {
    int *p;
    choose(plica_int("which"), &p);
    return *p;
}
