// verdict: violated
// error: assertion-failure at 20
// error: invalid-builtin at 15
// native: no
// The twin of jumps.c: a value that comes along, and a jump into a call that has returned.
#include <setjmp.h>
#include <signal.h>
#include "plica.h"

static sigjmp_buf back;
static jmp_buf gone;

static int remember(void) { return setjmp(gone); }
static void stop(int signal) { siglongjmp(back, signal); }
static void late(void) { longjmp(gone, 1); }

int main(void) {
    if (plica_bool("signals")) {
        signal(SIGUSR1, stop);
        if (sigsetjmp(back, 1)) plica_assert(0);
        raise(SIGUSR1);
        return 0;
    }
    if (remember() == 0) late();
    return 0;
}
