// A function of the program has the name that we have for what runs at its end: it is the program's.
// run: check
// verdict: holds
#include "plica.h"
#include <stdlib.h>

static int calls;

void at_exit(void) { plica_assert(calls++ == 0); }
static void last(void) { plica_assert(calls == 1); }

int main(void) {
    atexit(last);
    at_exit();
    return plica_int("status") & 1;
}
