// run: check
// verdict: holds
// A table that depends on no input, and an assumption of two parts, come before anything is decided.
#include "plica.h"

static unsigned table[50000];

int main(void) {
    for (unsigned i = 0; i < 50000; i++) table[i] = i * 2654435761u >> 7;
    unsigned n = plica_uint("n"), sum = 0;
    plica_assume(n > 0 && n <= 7);
    for (unsigned i = 0; i < n; i++) {
        if (plica_bool("b")) sum += table[i] & 3;
        else sum += 2;
    }
    plica_assert(sum <= 21);
    return 0;
}
