// verdict: holds
// One function never returns, another does not on some paths: nothing behind those calls is reached.
#include <stdlib.h>
#include "plica.h"

static void leave(int status) { exit(status); }

static void leave_if(int x) {
    if (x > 5) leave(1);
}

int main(void) {
    int x = plica_int("x");
    leave_if(x);
    if (x > 5) plica_error("leave_if has returned");
    leave(0);
    plica_error("leave has returned");
}
