// Inputs that are called what the engine calls its own unknown values are inputs all the same.
//
// verdict: holds
#include "plica.h"
int main(void) {
    int x = plica_int("undef"), y = plica_int("uninit9999"), z = plica_int("sequence 0"), k = plica_int("κ7");
    unsigned n = plica_uint("n"), c = 0;
    if (n > 6) return 0;
    for (unsigned i = 0; i < n; i++)
        if (x == 5 && y == 6 && z == 7 && k == 8) c++;
    plica_assert(c == 0 || c == n);
    return 0;
}
