// verdict: holds
// What is registered runs at the end, and _Exit runs nothing.
#include <stdlib.h>
#include "plica.h"

static int may_run = 1, ran;

static void handler(void) { plica_assert(may_run && !ran++); }

int main(void) {
    atexit(handler);
    if (plica_bool("at once")) {
        may_run = 0;
        _Exit(1);
    }
    if (plica_bool("exit")) exit(2);
    return 0;
}
