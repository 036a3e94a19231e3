//! What is loaded while a program runs: shared objects, catalogues of messages; and where in it all the program is.
//! There are none and it is nowhere, which *holds* names.

#include "files.h"

void plica_asks_for_what_is_linked(void);
long write(int descriptor, const void *from, size_t size);

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

int backtrace(void **frames, int size) {
    (void)frames, (void)size;
    plica_system_premise("no backtrace can be taken");
    return 0;
}

/* One block, which the caller frees: the texts behind pointers to them. What an address belongs to is not known. */
char **backtrace_symbols(void *const *frames, int size) {
    (void)frames;
    size_t n = size < 0 ? 0 : (size_t)size;
    char **texts = malloc(n * (sizeof *texts + 2));
    for (size_t i = 0; texts && i < n; i++) {
        texts[i] = (char *)(texts + n) + 2 * i;
        texts[i][0] = '?', texts[i][1] = 0;
    }
    return texts;
}

void backtrace_symbols_fd(void *const *frames, int size, int descriptor) {
    (void)frames;
    for (int i = 0; i < size; i++) write(descriptor, "?\n", 2);
}
