// run: check --time-limit 20s --max-errors 1
// verdict: violated
// error: assertion-failure at 21
// A machine of three states comes to its last state in the second round.
#include "plica.h"

int main(void) {
    unsigned n = plica_uint("n"), state = 0, rounds = 0;
    plica_assume(n <= 8);
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
    plica_assert(rounds < 2 || state != 2);
    return 0;
}
