//! Terminals: whether a descriptor leads to one is any.

#include "files.h"

unsigned plica_uint(const char *name);
void plica_make_symbolic(void *object, size_t size, const char *name);

#define PLICA_NAME 8 /* so many bytes the name of a terminal has at most */

/* 0, or an error. */
static int plica_name(int descriptor, char *to) {
    plica_system_premise("what ttyname tells is made up");
    if (!plica_opening_of(descriptor)) return PLICA_EBADF;
    if (plica_file_choice("descriptor", "leads to no terminal")) return PLICA_ENOTTY;
    plica_make_symbolic(to, PLICA_NAME, "terminal");
    to[PLICA_NAME] = 0;
    return 0;
}
char *ttyname(int descriptor) {
    static char name[PLICA_NAME + 1];
    int error = plica_name(descriptor, name);
    return error ? plica_fail(error), (char *)0 : name;
}
int ttyname_r(int descriptor, char *to, size_t size) {
    char name[PLICA_NAME + 1];
    int error = plica_name(descriptor, name);
    if (error) return error;
    size_t length = __builtin_strlen(name);
    if (length >= size) return PLICA_ERANGE;
    __builtin_memcpy(to, name, length + 1);
    return 0;
}

/* The group of processes that a terminal listens to. */
int tcgetpgrp(int descriptor) {
    if (!plica_opening_of(descriptor)) return -1;
    if (plica_file_choice("descriptor", "leads to no terminal")) return plica_fail(PLICA_ENOTTY);
    return (int)(plica_uint("foreground group") % 0x7ffffffeu) + 1;
}
int tcsetpgrp(int descriptor, int group) {
    if (!plica_opening_of(descriptor)) return -1;
    if (group < 0) return plica_fail(PLICA_EINVAL);
    return plica_file_choice("descriptor", "leads to no terminal") ? plica_fail(PLICA_ENOTTY) : 0;
}
