// run: check
// verdict: holds
// Nine events drive a machine of four states: paths that meet behind the switch go on as one, and no event of ever
// so many runs lets more be closed than were opened.
#include "plica.h"
#include <assert.h>

enum { IDLE, OPEN, BUSY, SHUT };

int main(void) {
    unsigned char event[9];
    plica_make_symbolic(event, sizeof event, "event");
    int state = IDLE, opened = 0, closed = 0, retries = 0;
    for (int i = 0; i < 9; i++) {
        switch (state) {
        case IDLE:
            if (event[i] == 1) state = OPEN, opened++;
            break;
        case OPEN:
            if (event[i] == 2) state = BUSY;
            else if (event[i] == 9 && ++retries > 2) state = SHUT;
            break;
        case BUSY:
            if (event[i] == 3) state = OPEN;
            else if (event[i] == 4) state = SHUT;
            break;
        default:
            if (event[i] == 5) state = IDLE, closed++, retries = 0;
        }
        assert(closed <= opened);
    }
    return 0;
}
