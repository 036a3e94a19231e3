// run: check --checks none --target label:ODD
// verdict: holds
// Nothing but the label is looked for, so what comes after the only call that could get there is left out. It never ends.
#include "plica.h"

static int half(int x) {
    if (x % 2) goto ODD;
    return x / 2;
ODD:
    return -1;
}

static int wait(int n) {
    int seen = 0;
    for (;;)
        if (plica_int("next") == n + seen) seen += 3;
}

int main(void) {
    return wait(half(2 * plica_short("n")));
}
