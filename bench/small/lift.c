//! A lift as a state machine, sixteen events.
//! Verdict: holds.
#include "small.h"
int main(void) {
    unsigned char e[16];
    SYM(e);
    int floor = 0, door = 0, want = -1;
    for (int i = 0; i < 16; i++) {
        int x = e[i] & 3;
        if (x == 0) {
            if (want < 0 && !door) want = e[i] >> 6;
        } else if (x == 1) {
            if (want >= 0 && !door) {
                if (floor < want)
                    floor++;
                else if (floor > want)
                    floor--;
                else {
                    door = 1;
                    want = -1;
                }
            }
        } else if (x == 2)
            door = 0;
        ASSERT(floor >= 0 && floor <= 3);
        ASSERT(!(door && want >= 0));
    }
    return 0;
}
