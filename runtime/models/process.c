//! Other programs: a command ends with any status; a program that takes this one's place ends it.
//!
//! Oblivious to what they do to files.

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
