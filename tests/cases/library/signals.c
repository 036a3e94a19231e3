// verdict: violated
// error: abort at 25
// A signal that the program sends itself is delivered at once; abort calls its handler, and ends all the same.
#include <signal.h>
#include <stdlib.h>
#include "plica.h"

static volatile sig_atomic_t seen;
static void note(int signal) { seen = signal; }

int main(void) {
    struct sigaction action = {0}, old;
    action.sa_handler = note;
    plica_assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
    plica_assert(raise(SIGUSR1) == 0 && seen == SIGUSR1);
    plica_assert(signal(SIGTERM, SIG_IGN) == SIG_DFL && raise(SIGTERM) == 0 && seen == SIGUSR1);
    signal(SIGABRT, note);
    int n = plica_int("n");
    if (n == 1) {
        raise(SIGINT);
        plica_assert(0);
    }
    if (n == 2) {
        seen = 0;
        abort();
    }
    return 0;
}
