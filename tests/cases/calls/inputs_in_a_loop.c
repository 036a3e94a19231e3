// verdict: violated
// error: assertion-failure at 21
// A loop calls a function that takes an input and keeps what it has seen in a global.
#include "plica.h"

static int state;

static void step(void) {
    char c = plica_char("c");
    if (state == 0 && c == 'p') state = 1;
    else if (state == 1 && c == 'l') state = 2;
    else if (state == 2 && c == 'y') state = 3;
    else if (state != 3) state = 0;
}

int main(void) {
    for (int i = 0; i < 5; i++) {
        step();
        plica_assert(state <= i + 1);
    }
    plica_assert(state != 3);
    return 0;
}
