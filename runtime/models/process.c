//! Other programs: a command ends with any status; a program that takes this one's place ends it.
//!
//! Invariant: there is one process, so nobody to wait for.

#include "files.h"

size_t strlen(const char *text);
unsigned plica_uint(const char *name);

int system(const char *command) {
    if (!command) return plica_file_choice("system", "has a shell");
    strlen(command);
    return (int)plica_uint("system");
}

static int plica_replace(const char *name) {
    strlen(name);
    if (plica_file_choice("exec", "fails")) return plica_fail(PLICA_ENOENT);
    plica_exit(0);
    return -1;
}

int execl(const char *name, const char *first, ...) { return (void)first, plica_replace(name); }
int execlp(const char *name, const char *first, ...) { return (void)first, plica_replace(name); }
int execle(const char *name, const char *first, ...) { return (void)first, plica_replace(name); }
int execv(const char *name, char *const *arguments) { return (void)arguments, plica_replace(name); }
int execvp(const char *name, char *const *arguments) { return (void)arguments, plica_replace(name); }
int execve(const char *name, char *const *arguments, char *const *variables) {
    return (void)arguments, (void)variables, plica_replace(name);
}

/* A program may be started with children that it did not make: a premise. */
static int plica_no_child(void) {
    plica_system_premise("there is no child process to wait for");
    return plica_fail(10);
}

/* WNOHANG, WUNTRACED, WCONTINUED, __WNOTHREAD, __WALL, __WCLONE */
static int plica_wait(int process, int options) {
    if ((unsigned)options & ~0xe000000bu) return plica_fail(PLICA_EINVAL);
    return process == -__INT_MAX__ - 1 ? plica_fail(3) : plica_no_child();
}
int wait(int *status) { return (void)status, plica_no_child(); }
int waitpid(int process, int *status, int options) { return (void)status, plica_wait(process, options); }
int wait3(int *status, int options, void *usage) { return (void)status, (void)usage, plica_wait(-1, options); }
int wait4(int process, int *status, int options, void *usage) {
    return (void)status, (void)usage, plica_wait(process, options);
}

/* P_ALL, P_PID, P_PGID, P_PIDFD; with WEXITED, WSTOPPED or WCONTINUED, perhaps WNOHANG, WNOWAIT and those above. */
int waitid(int what, unsigned which, void *information, int options) {
    (void)information;
    if ((unsigned)options & ~0xe100000fu || !(options & 14)) return plica_fail(PLICA_EINVAL);
    if (what == 0) return plica_no_child();
    if (what < 0 || what > 3 || (int)which < 0 || (what == 1 && !which)) return plica_fail(PLICA_EINVAL);
    return what == 3 ? plica_fail(PLICA_EBADF) : plica_no_child();
}
