//! Signals that the program sends itself. Others never come.
//!
//! What is held back by the mask waits, once for each signal, and comes when it is let through.

#include "files.h"

#define PLICA_SIGNALS 65

typedef void plica_handler(int signal);
/* struct sigaction as glibc has it. */
struct plica_action { plica_handler *handler; unsigned long mask[16]; int flags; void *restorer; };

void __plica_abort(void);
int getpid(void);

static struct plica_disposition { plica_handler *handler; unsigned long mask; int flags; } plica_handlers[PLICA_SIGNALS];
/* Those that wait until they are let through, and those that are held back, one bit each. */
static unsigned long plica_pending, plica_blocked;

#define PLICA_IGNORED ((plica_handler *)1)
#define PLICA_RESET 0x80000000u /* SA_RESETHAND */
#define PLICA_NODEFER 0x40000000u
#define PLICA_INFORMED 4u /* SA_SIGINFO */

static unsigned long plica_bit(int signal) { return 1ul << (signal - 1); }
/* SIGKILL and SIGSTOP come always. */
#define PLICA_ALWAYS (plica_bit(9) | plica_bit(19))

static int plica_is_none(int signal) { return signal < 1 || signal >= PLICA_SIGNALS; }
static int plica_is_wrong(int signal) { return plica_is_none(signal) || signal == 9 || signal == 19; }

/* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing by themselves, the others end the program. */
static int plica_does_nothing(int signal, plica_handler *handler) {
    return handler == PLICA_IGNORED || (!handler && (signal == 17 || signal == 18 || signal == 23 || signal == 28));
}

/* What waits and will do nothing is forgotten. */
static void plica_dispose(int signal, struct plica_disposition how) {
    plica_handlers[signal] = how;
    if (plica_does_nothing(signal, how.handler)) plica_pending &= ~plica_bit(signal);
}

plica_handler *signal(int signal, plica_handler *handler) {
    if (plica_is_wrong(signal)) {
        plica_fail(PLICA_EINVAL);
        return (plica_handler *)-1;
    }
    plica_handler *old = plica_handlers[signal].handler;
    plica_dispose(signal, (struct plica_disposition){.handler = handler});
    return old;
}

/* The one of System V, which strict ISO C gets: a handler is called once. */
plica_handler *__sysv_signal(int number, plica_handler *handler) {
    plica_handler *old = signal(number, handler);
    if (!plica_is_wrong(number)) plica_handlers[number].flags = (int)(PLICA_RESET | PLICA_NODEFER);
    return old;
}

int sigaction(int signal, const struct plica_action *restrict new, struct plica_action *restrict old) {
    if (plica_is_wrong(signal)) return plica_fail(PLICA_EINVAL);
    struct plica_disposition before = plica_handlers[signal];
    if (new) plica_dispose(signal, (struct plica_disposition){new->handler, new->mask[0] & ~PLICA_ALWAYS, new->flags});
    if (old) *old = (struct plica_action){.handler = before.handler, .mask = {before.mask}, .flags = before.flags};
    return 0;
}

static void plica_let_through(unsigned long blocked);

static void plica_deliver(int signal) {
    struct plica_disposition how = plica_handlers[signal];
    if (plica_does_nothing(signal, how.handler)) return;
    if (!how.handler) {
        if (signal == 6) __plica_abort();
        plica_exit(128 + signal);
    }
    if ((unsigned)how.flags & PLICA_RESET) plica_handlers[signal].handler = 0;
    unsigned long before = plica_blocked;
    /* Others that are let through interrupt the handler before it has begun. */
    plica_let_through(before | how.mask | ((unsigned)how.flags & PLICA_NODEFER ? 0 : plica_bit(signal)));
    /* With SA_SIGINFO it takes two more arguments, of which nothing is known. */
    if ((unsigned)how.flags & PLICA_INFORMED) {
        static unsigned char information[128];
        ((void (*)(int, void *, void *))how.handler)(signal, information, 0);
    } else {
        how.handler(signal);
    }
    plica_let_through(before);
}

/* From now on these are held back, and what has waited and is none of them comes. */
static void plica_let_through(unsigned long blocked) {
    plica_blocked = blocked & ~PLICA_ALWAYS;
    for (unsigned long ready; (ready = plica_pending & ~plica_blocked);) {
        int signal = __builtin_ctzl(ready) + 1;
        plica_pending &= ~plica_bit(signal);
        plica_deliver(signal);
    }
}

int raise(int signal) {
    if (signal == 0) return 0;
    if (plica_is_none(signal)) return plica_fail(PLICA_EINVAL);
    if (plica_blocked & plica_bit(signal)) plica_pending |= plica_bit(signal);
    else plica_deliver(signal);
    return 0;
}

int kill(int process, int signal) {
    if (process == getpid() || process == 0) return raise(signal);
    return plica_file_choice("kill", "fails") ? plica_fail(3) : 0;
}

void abort(void) {
    plica_handler *handler = plica_handlers[6].handler;
    if (handler && handler != PLICA_IGNORED) handler(6);
    __plica_abort();
    plica_exit(134);
}

int sigprocmask(int how, const unsigned long *restrict new, unsigned long *restrict old) {
    unsigned long before = plica_blocked, set = new ? new[0] : 0;
    if (new && (how < 0 || how > 2)) return plica_fail(PLICA_EINVAL);
    if (old) __builtin_memset(old, 0, 128), old[0] = before;
    if (new) plica_let_through(how == 0 ? before | set : how == 1 ? before & ~set : set);
    return 0;
}
int pthread_sigmask(int how, const unsigned long *restrict new, unsigned long *restrict old) {
    return sigprocmask(how, new, old) ? PLICA_EINVAL : 0;
}
int sigpending(unsigned long *to) {
    __builtin_memset(to, 0, 128);
    to[0] = plica_pending;
    return 0;
}

/* Nothing comes from elsewhere, so who waits for that has not been followed. */
void __plica_waits_for_a_signal(void);

int sigwait(const unsigned long *restrict set, int *restrict to) {
    unsigned long ready = plica_pending & set[0];
    if (!ready) __plica_waits_for_a_signal();
    *to = __builtin_ctzl(ready) + 1;
    plica_pending &= ~plica_bit(*to);
    return 0;
}
int sigsuspend(const unsigned long *mask) {
    unsigned long before = plica_blocked;
    if (!(plica_pending & ~mask[0])) __plica_waits_for_a_signal();
    plica_let_through(mask[0]);
    plica_let_through(before);
    return plica_fail(4);
}

/* Waits for a signal that is not blocked. */
int pause(void) {
    unsigned long mask = plica_blocked;
    return sigsuspend(&mask);
}

/* What a signal brings along besides its number is any; with a limit of time, waiting ends by it. */
struct plica_time { long seconds, nanoseconds; };
void plica_make_symbolic(void *object, size_t size, const char *name);

static int plica_taken(const unsigned long *set, int *information) {
    int signal = 0;
    if (sigwait(set, &signal)) return -1;
    if (information) {
        plica_make_symbolic(information, 128, "signal information");
        information[0] = signal;
    }
    return signal;
}
int sigwaitinfo(const unsigned long *restrict set, int *restrict information) { return plica_taken(set, information); }
int sigtimedwait(const unsigned long *restrict set, int *restrict information, const struct plica_time *restrict limit) {
    if (!(plica_pending & set[0]) && limit) return plica_fail(PLICA_EAGAIN);
    return plica_taken(set, information);
}

/* The stack on which handlers run, which shows nowhere. */
struct plica_stack { void *start; int flags; size_t size; };
int sigaltstack(const struct plica_stack *restrict new, struct plica_stack *restrict old) {
    static struct plica_stack known = {0, 2, 0}; /* SS_DISABLE */
    struct plica_stack before = known;
    if (new && (new->flags & ~3)) return plica_fail(PLICA_EINVAL);
    if (new && !(new->flags & 2) && new->size < 2048) return plica_fail(12);
    if (new) known = new->flags & 2 ? (struct plica_stack){0, 2, 0} : *new;
    if (old) *old = before;
    return 0;
}

/* Those of System V. */
static int plica_change(int how, int signal) {
    unsigned long set = plica_is_none(signal) ? 0 : plica_bit(signal);
    return set ? sigprocmask(how, &set, 0) : plica_fail(PLICA_EINVAL);
}
int sighold(int signal) { return plica_change(0, signal); }
int sigrelse(int signal) { return plica_change(1, signal); }
int sigignore(int number) { return signal(number, PLICA_IGNORED) == (plica_handler *)-1 ? -1 : 0; }
plica_handler *sigset(int number, plica_handler *handler) {
    plica_handler *const held = (plica_handler *)2;
    if (plica_is_wrong(number)) return plica_fail(PLICA_EINVAL), (plica_handler *)-1;
    int was_held = (plica_blocked & plica_bit(number)) != 0;
    plica_handler *old = handler == held ? plica_handlers[number].handler : signal(number, handler);
    plica_change(handler != held, number);
    return was_held ? held : old;
}
/* Waits with this one let through; the one of BSD takes a mask. */
int __xpg_sigpause(int signal) {
    if (plica_is_none(signal)) return plica_fail(PLICA_EINVAL);
    unsigned long mask = plica_blocked & ~plica_bit(signal);
    return sigsuspend(&mask);
}
int sigpause(int first) {
    unsigned long mask = (unsigned)first;
    return sigsuspend(&mask);
}
/* No call of the system is interrupted but by choice. */
int siginterrupt(int signal, int how) { return (void)how, plica_is_wrong(signal) ? plica_fail(PLICA_EINVAL) : 0; }

int getpgrp(void);
int killpg(int group, int signal) {
    if (group < 0) return plica_fail(PLICA_EINVAL);
    return group == 0 || group == getpgrp() ? raise(signal) : kill(group, signal);
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
