// verdict: violated
// error: assertion-failure at 19
// A state machine over globals; the shortest way to the error has four steps.
#include "plica.h"

static enum { CLOSED, LISTENING, OPEN, HALF } state;
static int acknowledged;

static void event(char e) {
    if (state == CLOSED && e == 'l') state = LISTENING;
    else if (state == LISTENING && e == 's') state = OPEN;
    else if (state == OPEN && e == 'a') acknowledged++;
    else if (state == OPEN && e == 'f') state = HALF;
    else if (e == 'r') state = CLOSED;
}

int main(void) {
    for (int i = 0; i < 4; i++) event(plica_char("event"));
    plica_assert(!(state == HALF && acknowledged));
    return 0;
}
