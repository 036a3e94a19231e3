// verdict: holds
// A machine of three states goes round.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), state = 0, rounds = 0;
    plica_assume(n <= 100000);
    for (unsigned i = 0; i < n; i++) {
        switch (state) {
        case 0: state = 1; break;
        case 1: state = 2; break;
        case 2:
            state = 0;
            rounds++;
            break;
        default: plica_error("no such state");
        }
    }
    plica_assert(n == 3 * rounds + state);
    return 0;
}
