// Inputs that are called what the engine calls its own unknown values are inputs all the same.
//
// verdict: violated
// error: assertion-failure at 11
#include "plica.h"
int main(void) {
    int x = plica_int("undef#1@0.3"), y = plica_int("uninit9999+4"), z = plica_int("sequence 0 of 1,9"), k = plica_int("κ7.1");
    unsigned n = plica_uint("argv[1]"), c = 0;
    if (n > 6) return 0;
    for (unsigned i = 0; i < n; i++) if (x == 5 && y == 6 && z == 7 && k == 8) c++;
    plica_assert(c != 3);
    return 0;
}
