// verdict: violated
// error: assertion-failure at 33
// What the mask holds back comes when it is let through, before the call that lets it through is over.
#include <signal.h>
#include "plica.h"

static volatile sig_atomic_t seen, inside;
static void note(int signal) { seen = signal; }
static void twice(int signal) {
    // The signal is held back while its handler runs.
    if (inside++ == 0) raise(signal);
    seen = inside;
}

int main(void) {
    sigset_t mine, old, waiting;
    sigemptyset(&mine);
    sigaddset(&mine, SIGUSR1);
    signal(SIGUSR1, note);
    plica_assert(sigprocmask(SIG_BLOCK, &mine, &old) == 0 && !sigismember(&old, SIGUSR1));
    raise(SIGUSR1);
    plica_assert(seen == 0 && sigpending(&waiting) == 0 && sigismember(&waiting, SIGUSR1));
    int n = plica_int("n");
    if (n == 1) {
        int got = 0;
        plica_assert(sigwait(&mine, &got) == 0 && got == SIGUSR1);
    }
    sigprocmask(SIG_SETMASK, &old, 0);
    plica_assert(seen == (n == 1 ? 0 : SIGUSR1));
    signal(SIGUSR2, twice);
    raise(SIGUSR2);
    plica_assert(seen == 2);
    if (n == 2) plica_assert(seen == 1);
    return 0;
}
