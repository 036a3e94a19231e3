//! Children of the program: fork, and waiting for them.
//!
//! A path is one process: it goes on as the child or as the parent. What the other one does is not seen, which is what
//! happens when it takes its time; a path that has waited for it, and asks for what it may have done, ends undecided.
//! Invariant: each child is waited for once.

#include "files.h"

unsigned plica_uint(const char *name);
void plica_assume(int condition);
unsigned plica_status_of_child(int child);
int getpid(void);
int getpgrp(void);

extern int plica_process;

/* Those that have not been waited for; is it a process of this program? */
#define PLICA_CHILDREN 32
static struct plica_child { int process, is_own; } plica_children[PLICA_CHILDREN];
static int plica_child_count;

static int plica_new_child(void) {
    int child = (int)(plica_uint("pid of a child") % 0x7ffffffeu) + 1, is_new = child != getpid();
    for (int i = 0; i < plica_child_count; i++) is_new &= child != plica_children[i].process;
    plica_assume(is_new);
    return child;
}

/* A child that runs another program, or this one; -1 if there cannot be one more. */
int plica_begin(int is_own) {
    if (plica_child_count == PLICA_CHILDREN) {
        plica_system_premise("there are no more than 32 children that have not been waited for");
        return -1;
    }
    int child = plica_new_child();
    plica_children[plica_child_count++] = (struct plica_child){child, is_own};
    return child;
}

int fork(void) {
    if (plica_shares_with_children) plica_asks_what_another_process_has_done();
    if (plica_file_error("a process", "cannot be made")) return plica_fail(PLICA_EAGAIN);
    int child = plica_begin(1);
    if (child < 0) return plica_fail(PLICA_EAGAIN);
    plica_system_premise("what another process of the program does to files, pipes and signals is not seen");
    if (!plica_sharing) plica_sharing = PLICA_BESIDE_OTHERS;
    if (plica_file_choice("process", "is the child")) {
        plica_process = child;
        plica_child_count = 0;
        return 0;
    }
    return child;
}
/* What the child changes in memory that it shares with its parent is undefined, so it may share none. */
int vfork(void) { return fork(); }

/* A program may be started with children that it did not make: a premise. */
static int plica_no_child(void) {
    plica_system_premise("there is no child process to wait for but those that the program makes");
    return plica_fail(10);
}

/* A child that has ended, of those that are meant: one, any, or those of a group; -1 for none that has, -2 for none. */
static int plica_ended_child(int which, int may_return) {
    int is_any = which == -1 || which == 0, found = -1;
    if (which < -1) {
        plica_system_premise("children are in the group of the program");
        is_any = -which == getpgrp();
    }
    for (int i = 0; i < plica_child_count && found < 0; i++) {
        if (!is_any && plica_children[i].process != which) continue;
        /* One has to be the first. */
        if (i + 1 < plica_child_count && is_any && !plica_file_choice("child", "ends first")) continue;
        found = i;
    }
    if (found < 0) return -2;
    if (may_return && plica_file_choice("child", "has not ended")) return -1;
    if (plica_children[found].is_own) plica_sharing = PLICA_AFTER_OTHERS;
    return found;
}

/* It has ended with any number or by any signal, as the child decides. */
static int plica_status(struct plica_child child) {
    unsigned status = child.is_own ? plica_status_of_child(child.process) : plica_uint("status of a program");
    unsigned signal = status & 0x7f;
    plica_assume(((status & 0xffff00ffu) == 0) | (((status & 0xffffff00u) == 0) & (signal != 0) & (signal != 0x7f)));
    return (int)status;
}

/* WNOHANG, WUNTRACED, WCONTINUED, __WNOTHREAD, __WALL, __WCLONE */
static int plica_wait(int process, int *status, int options) {
    if ((unsigned)options & ~0xe000000bu) return plica_fail(PLICA_EINVAL);
    if (process == -__INT_MAX__ - 1) return plica_fail(3);
    if (options & 10) plica_system_premise("no child is stopped");
    int which = plica_ended_child(process, options & 1);
    if (which < 0) return which == -1 ? 0 : plica_no_child();
    struct plica_child child = plica_children[which];
    plica_children[which] = plica_children[--plica_child_count];
    if (status) *status = plica_status(child);
    return child.process;
}
int wait(int *status) { return plica_wait(-1, status, 0); }
int waitpid(int process, int *status, int options) { return plica_wait(process, status, options); }

/* What the child has used of the machine: 144 bytes, each number not negative. */
static int plica_wait_usage(int process, int *status, int options, long *usage) {
    int child = plica_wait(process, status, options);
    for (int i = 0; usage && child > 0 && i < 18; i++) usage[i] = (long)(plica_uint("used by a child") % 1000000u);
    return child;
}
int wait3(int *status, int options, void *usage) { return plica_wait_usage(-1, status, options, usage); }
int wait4(int process, int *status, int options, void *usage) {
    return plica_wait_usage(process, status, options, usage);
}

/* siginfo_t as far as it is told of a child. */
struct plica_end { int signal, error, code, unused, process; unsigned user; int status; };
unsigned getuid(void);

/* P_ALL, P_PID, P_PGID, P_PIDFD; with WEXITED, WSTOPPED or WCONTINUED, perhaps WNOHANG, WNOWAIT and those above. */
int waitid(int what, unsigned which, struct plica_end *to, int options) {
    if ((unsigned)options & ~0xe100000fu || !(options & 14)) return plica_fail(PLICA_EINVAL);
    if (what < 0 || what > 3 || (what && (int)which < 0) || (what == 1 && !which)) return plica_fail(PLICA_EINVAL);
    if (what == 3) return plica_fail(PLICA_EBADF);
    if (options & 10) plica_system_premise("no child is stopped");
    int which_child = plica_ended_child(what == 0 ? -1 : what == 1 ? (int)which : -(int)which, options & 1);
    if (which_child == -2) return plica_no_child();
    if (to) *to = (struct plica_end){0};
    if (which_child == -1 || !(options & 4)) return 0;
    struct plica_child child = plica_children[which_child];
    if (!(options & 0x1000000)) plica_children[which_child] = plica_children[--plica_child_count];
    int status = plica_status(child), signal = status & 0x7f, code = !signal ? 1 : status & 0x80 ? 3 : 2;
    if (to) *to = (struct plica_end){17, 0, code, 0, child.process, getuid(), signal ? signal : status >> 8};
    return 0;
}
