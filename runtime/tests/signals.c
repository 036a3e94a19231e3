//! signals.c against the system: random masks, handlers and signals that the program sends itself.
#define _GNU_SOURCE
#include <signal.h>
#include "tables.h"

LIKE(signal) LIKE(sigaction) LIKE(raise) LIKE(sigprocmask) LIKE(pthread_sigmask) LIKE(sigpending) LIKE(sigsuspend) LIKE(sigwait)
LIKE(sighold) LIKE(sigrelse) LIKE(sigignore) LIKE(sigset) LIKE(siginterrupt) LIKE(sigemptyset) LIKE(sigfillset)
LIKE(sigaddset) LIKE(sigdelset) LIKE(sigismember) LIKE(sigwaitinfo) LIKE(sigtimedwait) LIKE(sigaltstack) LIKE(killpg) LIKE(kill)

int plica_file_choice(const char *name, const char *what) { return (void)name, (void)what, 0; }
void plica_exit(int status) { exit(status); }
void __plica_abort(void) { exit(3); }
void __plica_waits_for_a_signal(void) { exit(4); }
void plica_make_symbolic(void *object, size_t size, const char *name) { (void)name, memset(object, 0, size); }
int getpid(void), getpgrp(void);

static const int signals[4] = {SIGUSR1, SIGUSR2, SIGURG, SIGWINCH};

/* What handlers have seen, the real ones and those of the models. */
static int log_of[2][64], logged[2], is_model;
static void note(int signal) {
    if (logged[is_model] < 64) log_of[is_model][logged[is_model]++] = signal;
}
/* Sends another signal, and itself once more. */
static void sends(int signal) {
    note(signal);
    if (logged[is_model] > 40) return;
    (is_model ? model_raise : raise)(SIGUSR2);
    (is_model ? model_raise : raise)(SIGWINCH);
}
static void fill(sigset_t *one, sigset_t *two) {
    sigemptyset(one), model_sigemptyset(two);
    for (int i = 0; i < 4; i++)
        if (random_below(2)) sigaddset(one, signals[i]), model_sigaddset(two, signals[i]);
    for (int i = 1; i < 32; i++) CHECK(sigismember(one, i) == model_sigismember(two, i));
}
/* Those of the four that are in a set. */
static int members(const sigset_t *set) {
    int in = 0;
    for (int i = 0; i < 4; i++) in |= sigismember(set, signals[i]) << i;
    return in;
}

/* The same call on both; `is_model` says whose handlers run. */
#define BOTH(call, other)                                                                                              \
    do {                                                                                                               \
        is_model = 0;                                                                                                  \
        long left_ = (long)(call);                                                                                     \
        is_model = 1;                                                                                                  \
        long right_ = (long)(other);                                                                                   \
        CHECK(left_ == right_);                                                                                        \
    } while (0)

static void step(void) {
    static void (*const handlers[])(int) = {note, sends, SIG_IGN, note};
    int signal_ = signals[random_below(4)], how = random_below(3);
    void (*handler)(int) = handlers[random_below(4)];
    sigset_t one, two, old, model_old;
    fill(&one, &two);
    struct sigaction new = {.sa_handler = handler, .sa_mask = one, .sa_flags = (random_below(3) ? 0 : SA_NODEFER) | SA_RESTART};
    struct sigaction before, model_before, model_new = new;
    model_new.sa_mask = two;
    switch (random_below(10)) {
    case 0: BOTH(sigaction(signal_, &new, &before), model_sigaction(signal_, &model_new, &model_before)); break;
    case 1: BOTH(sigprocmask(how, &one, &old), model_sigprocmask(how, &two, &model_old)); CHECK(members(&old) == members(&model_old)); break;
    case 2: BOTH(pthread_sigmask(how, &one, NULL), model_pthread_sigmask(how, &two, NULL)); break;
    case 3: case 4: case 5: BOTH(raise(signal_), model_raise(signal_)); break;
    case 6: BOTH(sigpending(&old), model_sigpending(&model_old)); CHECK(members(&old) == members(&model_old)); break;
    case 7: BOTH(sighold(signal_), model_sighold(signal_)); break;
    case 8: BOTH(sigrelse(signal_), model_sigrelse(signal_)); break;
    default: BOTH(signal(signal_, handler), model_signal(signal_, handler));
    }
}

int main(void) {
    /* The first ones are the same on both. */
    for (int i = 0; i < 4; i++) signal(signals[i], note), model_signal(signals[i], note);
    for (int round = 0; round < 3000; round++) {
        logged[0] = logged[1] = 0;
        for (int i = 0; i < 12; i++) step();
        CHECK(logged[0] == logged[1] && memcmp(log_of[0], log_of[1], sizeof(int) * (size_t)logged[0]) == 0);
        sigset_t held, model_held;
        sigpending(&held), model_sigpending(&model_held);
        int one = 0, two = 0;
        struct timespec now = {0, 0};
        if (members(&held) && random_below(2)) CHECK(sigwait(&held, &one) == 0 && model_sigwait(&model_held, &two) == 0 && one == two);
        else if (members(&held)) CHECK(sigwaitinfo(&held, NULL) == model_sigwaitinfo(&model_held, NULL));
        CHECK(members(&held) || sigtimedwait(&held, NULL, &now) == model_sigtimedwait(&model_held, NULL, &now));
        /* From the same state again. */
        sigset_t none;
        sigemptyset(&none);
        is_model = 0, sigprocmask(SIG_SETMASK, &none, NULL), is_model = 1, model_sigprocmask(SIG_SETMASK, &none, NULL);
    }
    for (int i = -1; i < 70; i++) {
        sigset_t one, two;
        sigfillset(&one), model_sigfillset(&two);
        CHECK(i == 32 || i == 33 || sigaddset(&one, i) == model_sigaddset(&two, i));
        CHECK(i == 32 || i == 33 || sigdelset(&one, i) == model_sigdelset(&two, i));
        CHECK(i == 32 || i == 33 || siginterrupt(i, 0) == model_siginterrupt(i, 0));
    }
    /* The sanitizer has one of its own. */
    static char stack[65536];
    stack_t none = {NULL, SS_DISABLE, 0};
    sigaltstack(&none, NULL), model_sigaltstack(&none, NULL);
    for (int round = 0; round < 200; round++) {
        stack_t new = {stack, random_below(4), random_below(2) ? sizeof stack : 100}, one = {0}, two = {0};
        if (new.ss_flags & SS_ONSTACK) continue;
        BOTH(sigaltstack(&new, &one), model_sigaltstack(&new, &two));
        CHECK((one.ss_flags & SS_DISABLE) == (two.ss_flags & SS_DISABLE) && (one.ss_flags || one.ss_sp == two.ss_sp));
    }
    for (int i = 0; i < 4; i++) {
        BOTH(sigset(signals[i], note), model_sigset(signals[i], note));
        BOTH(sigset(signals[i], SIG_HOLD), model_sigset(signals[i], SIG_HOLD));
        BOTH(raise(signals[i]), model_raise(signals[i]));
        BOTH(sigset(signals[i], note), model_sigset(signals[i], note));
        BOTH(sigignore(signals[i]), model_sigignore(signals[i]));
        BOTH(kill(getpid(), signals[i]), model_kill(getpid(), signals[i]));
    }
    CHECK(model_kill(getpid(), 0) == 0 && model_killpg(getpgrp(), 0) == 0);
    return check_result();
}
