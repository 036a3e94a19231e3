//! The request loop of a device driver with a state machine (added, started, stopped, removed) and a queue of pending requests;
//! the target is a queue that overflows.
//!
//! Models Windows drivers: requests come one by one, what is legal depends on the state, and a defect shows only after a long
//! legal history. After Table 1 of Slabý, Strejček, Trtík 2013.
//! Where classic execution drowns: each request is one of six, and the queue overflows after 65 that were accepted and not
//! completed: 6^65 histories.
//! Verdict: violated (the target is reachable).
#include "plica.h"

#define CAPACITY 1000
#define QUEUE 64

enum { ADDED, STARTED, STOPPED, REMOVED };
enum { START, STOP, READ, COMPLETE, REMOVE, UNLOAD };

static unsigned char requests[CAPACITY];

int main(void) {
    int number = plica_int("number"), state = ADDED, pending = 0;
    plica_assume(number >= 0 && number <= CAPACITY);
    PLICA_SYMBOLIC(requests);
    for (int i = 0; i < number; i++) {
        switch (requests[i]) {
        case START:
            if (state != ADDED && state != STOPPED) return 1;
            state = STARTED;
            break;
        case STOP:
            if (state != STARTED || pending > 0) return 1;
            state = STOPPED;
            break;
        case READ:
            if (state != STARTED) return 1;
            pending++;
            if (pending > QUEUE) plica_error("the queue of pending requests overflows");
            break;
        case COMPLETE:
            if (pending == 0) return 1;
            pending--;
            break;
        case REMOVE:
            if (pending > 0) return 1;
            state = REMOVED;
            break;
        case UNLOAD:
            if (state != REMOVED) return 1;
            return 0;
        default: return 1;
        }
    }
    return 0;
}
