//! Terminals: whether a descriptor leads to one is any, and so are the settings of one whenever they are asked for.
//!
//! Others may change them at any time, and tcsetattr succeeds where a part of what it is told can be done.

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

/* 0 for a terminal that may be changed: only by who it listens to, and signals may end the wait. */
static int plica_is_no_terminal(int descriptor) {
    if (!plica_opening_of(descriptor)) return -1;
    return plica_file_choice("descriptor", "leads to no terminal") ? plica_fail(PLICA_ENOTTY) : 0;
}
static int plica_change(int descriptor) {
    if (plica_is_no_terminal(descriptor)) return -1;
    if (plica_file_choice("terminal", "is changed")) return 0;
    return plica_fail(plica_file_choice("terminal", "listens to others") ? PLICA_EIO : PLICA_EINTR);
}

/* The group that began the session. */
int tcgetsid(int descriptor) {
    if (plica_is_no_terminal(descriptor)) return -1;
    return (int)(plica_uint("session of a terminal") % 0x7ffffffeu) + 1;
}

#define PLICA_SETTINGS 60 /* bytes of struct termios */

int tcgetattr(int descriptor, void *to) {
    if (plica_is_no_terminal(descriptor)) return -1;
    plica_make_symbolic(to, PLICA_SETTINGS, "settings of a terminal");
    return 0;
}
int tcsetattr(int descriptor, int when, const void *from) {
    char settings[PLICA_SETTINGS];
    if (when < 0 || when > 2) return plica_fail(PLICA_EINVAL);
    __builtin_memcpy(settings, from, sizeof settings);
    return plica_change(descriptor);
}
int tcdrain(int descriptor) { return plica_change(descriptor); }
int tcsendbreak(int descriptor, int time) { return (void)time, plica_change(descriptor); }

/* A descriptor is looked at before what is to be done with it. */
static int plica_queue(int descriptor, int what, int most) {
    if (plica_is_no_terminal(descriptor)) return -1;
    return what < 0 || what > most ? plica_fail(PLICA_EINVAL) : plica_change(descriptor);
}
int tcflush(int descriptor, int which) { return plica_queue(descriptor, which, 2); }
int tcflow(int descriptor, int what) { return plica_queue(descriptor, what, 3); }
