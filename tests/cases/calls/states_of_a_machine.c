// verdict: violated
// error: assertion-failure at 25
// A machine whose step is a function of state and input; the state is an enumeration, the table is code.
#include "plica.h"

enum state { IDLE, READY, RUN, HALT };

static enum state step(enum state s, unsigned char input) {
    switch (s) {
    case IDLE: return input == 1 ? READY : IDLE;
    case READY: return input == 2 ? RUN : input == 0 ? IDLE : READY;
    case RUN: return input == 9 ? HALT : input > 100 ? IDLE : RUN;
    default: return HALT;
    }
}

int main(void) {
    enum state s = IDLE;
    for (int i = 0; i < 4; i++) {
        enum state before = s;
        s = step(s, plica_uchar("input"));
        plica_assert(s <= before + 1 && (before != HALT || s == HALT));
    }
    plica_assert(s != HALT || s > RUN);
    plica_assert(s != HALT);
    return 0;
}
