//! What names can be given to besides files and folders: nothing. Symbolic links, pipes with names and devices cannot
//! be made, and memory cannot be protected.
//!
//! Oblivious to files. Invariant: a failure that a system may not have is a premise.

#include "files.h"

size_t strlen(const char *text);

static int plica_refused(const char *name, const char *what) {
    strlen(name);
    plica_system_premise(what);
    return plica_fail(1); /* EPERM */
}

int symlinkat(const char *to, int folder, const char *name) {
    strlen(to);
    return plica_at(folder, name) ? plica_refused(name, "symlink fails") : -1;
}
int symlink(const char *to, const char *name) { return strlen(to), plica_refused(name, "symlink fails"); }
int mkfifo(const char *name, unsigned mode) { return (void)mode, plica_refused(name, "mkfifo fails"); }
int mkfifoat(int folder, const char *name, unsigned mode) {
    return (void)mode, plica_at(folder, name) ? plica_refused(name, "mkfifo fails") : -1;
}
int mknod(const char *name, unsigned mode, unsigned long device) {
    return (void)mode, (void)device, plica_refused(name, "mknod fails");
}
int mknodat(int folder, const char *name, unsigned mode, unsigned long device) {
    return (void)mode, (void)device, plica_at(folder, name) ? plica_refused(name, "mknod fails") : -1;
}

/* Memory that may be read and written is as it was; no other protection is known. */
int mprotect(void *from, size_t size, int protection) {
    (void)from, (void)size;
    if (plica_file_choice("mprotect", "fails")) return plica_fail(12); /* ENOMEM */
    if ((protection & 3) != 3) __plica_protects_memory();
    return 0;
}
