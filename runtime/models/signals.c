//! Signals that the program sends itself. Others never come.
//!
//! Oblivious to masks: what is sent is delivered at once.

#include "files.h"

#define PLICA_SIGNALS 65

typedef void plica_handler(int signal);
/* struct sigaction as glibc has it. */
struct plica_action { plica_handler *handler; unsigned long mask[16]; int flags; void *restorer; };

void __plica_abort(void);
int getpid(void);

static plica_handler *plica_handlers[PLICA_SIGNALS];
static int plica_flags[PLICA_SIGNALS];

static int plica_is_wrong(int signal) { return signal < 1 || signal >= PLICA_SIGNALS || signal == 9 || signal == 19; }

plica_handler *signal(int signal, plica_handler *handler) {
    if (plica_is_wrong(signal)) {
        plica_fail(PLICA_EINVAL);
        return (plica_handler *)-1;
    }
    plica_handler *old = plica_handlers[signal];
    plica_handlers[signal] = handler;
    plica_flags[signal] = 0;
    return old;
}

int sigaction(int signal, const struct plica_action *restrict new, struct plica_action *restrict old) {
    if (plica_is_wrong(signal)) return plica_fail(PLICA_EINVAL);
    if (old) *old = (struct plica_action){.handler = plica_handlers[signal], .flags = plica_flags[signal]};
    if (new) {
        plica_handlers[signal] = new->handler;
        plica_flags[signal] = new->flags;
    }
    return 0;
}

/* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing by themselves, the others end the program. */
int raise(int signal) {
    if (signal == 0) return 0;
    if (signal < 0 || signal >= PLICA_SIGNALS) return plica_fail(PLICA_EINVAL);
    plica_handler *handler = plica_handlers[signal];
    if (handler == (plica_handler *)1 || (!handler && (signal == 17 || signal == 18 || signal == 23 || signal == 28))) return 0;
    if (!handler) {
        if (signal == 6) __plica_abort();
        plica_exit(128 + signal);
    }
    if ((unsigned)plica_flags[signal] & 0x80000000u) plica_handlers[signal] = 0;
    /* With SA_SIGINFO it takes two more arguments, of which nothing is known. */
    if (plica_flags[signal] & 4) {
        static unsigned char information[128];
        ((void (*)(int, void *, void *))handler)(signal, information, 0);
    } else {
        handler(signal);
    }
    return 0;
}

int kill(int process, int signal) {
    if (process == getpid() || process == 0) return raise(signal);
    return plica_file_choice("kill", "fails") ? plica_fail(3) : 0;
}

void abort(void) {
    if (plica_handlers[6] && plica_handlers[6] != (plica_handler *)1) plica_handlers[6](6);
    __plica_abort();
    plica_exit(134);
}

int sigemptyset(unsigned long *set) { return __builtin_memset(set, 0, 128), 0; }
int sigfillset(unsigned long *set) { return __builtin_memset(set, 255, 128), 0; }
int sigaddset(unsigned long *set, int signal) {
    if (signal < 1 || signal >= PLICA_SIGNALS) return plica_fail(PLICA_EINVAL);
    set[0] |= 1ul << (signal - 1);
    return 0;
}
int sigdelset(unsigned long *set, int signal) {
    if (signal < 1 || signal >= PLICA_SIGNALS) return plica_fail(PLICA_EINVAL);
    set[0] &= ~(1ul << (signal - 1));
    return 0;
}
int sigismember(const unsigned long *set, int signal) {
    if (signal < 1 || signal >= PLICA_SIGNALS) return plica_fail(PLICA_EINVAL);
    return (int)(set[0] >> (signal - 1) & 1);
}
