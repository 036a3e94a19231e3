// run: check --time-limit 60s --max-errors 1
// loops: compact
// verdict: violated
// error: assertion-failure at 33
// A state machine that has to be gone through twelve times, each time at a price that has to be collected before.
#include "plica.h"

static unsigned char input[500];

int main(void) {
    int n = plica_int("n"), state = 0, coins = 0, opened = 0;
    plica_assume(n >= 0 && n <= 500);
    PLICA_SYMBOLIC(input);
    for (int i = 0; i < n; i++) {
        unsigned char c = input[i];
        if (state == 0) {
            if (c == 'c') {
                coins++;
            } else if (c == 'k' && coins >= 3) {
                state = 1;
                coins -= 3;
            } else {
                return 0;
            }
        } else if (state == 1) {
            if (c != 'o') return 0;
            state = 2;
        } else {
            if (c != 'p') return 0;
            state = 0;
            opened++;
        }
        plica_assert(opened != 12 || coins != 9);
    }
    return 0;
}
