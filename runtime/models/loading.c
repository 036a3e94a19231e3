//! What is loaded while a program runs: shared objects, catalogues of messages. There are none, which *holds* names.

#include "files.h"

void plica_asks_for_what_is_linked(void);

static const char *plica_missing;

void *dlopen(const char *name, int how) {
    (void)how;
    if (!name) plica_asks_for_what_is_linked();
    plica_system_premise("no shared object can be loaded");
    plica_missing = "cannot open shared object file: No such file or directory";
    return 0;
}

/* What went wrong, once. */
char *dlerror(void) {
    const char *text = plica_missing;
    plica_missing = 0;
    return (char *)text;
}

/* No handle was given out. */
int dlclose(void *handle) { return (void)handle, plica_missing = "invalid handle", -1; }

void *catopen(const char *name, int how) {
    (void)name, (void)how;
    plica_system_premise("there are no catalogues of messages");
    return plica_fail(PLICA_ENOENT), (void *)-1;
}
char *catgets(void *catalogue, int set, int number, const char *text) {
    (void)catalogue, (void)set, (void)number;
    return plica_fail(PLICA_EBADF), (char *)text;
}
int catclose(void *catalogue) { return (void)catalogue, plica_fail(PLICA_EBADF); }
