//! Calls that take the folder in which a name is looked up: openat and its kin.
//!
//! Invariant: a name below a folder is that of the folder, a slash, and the name, which is how other calls write it.

#include "files.h"

/* struct stat is only passed on. */
struct plica_stat;
int stat(const char *restrict name, struct plica_stat *restrict to);
int fstat(int descriptor, struct plica_stat *to);
int access(const char *name, int how);
int chmod(const char *name, unsigned mode);
int chown(const char *name, unsigned user, unsigned group);
int mkdir(const char *name, unsigned mode);
int link(const char *from, const char *to);
int rename(const char *from, const char *to);
int unlink(const char *name);
int rmdir(const char *name);

int openat(int folder, const char *name, int mode, ...) { PLICA_OPEN(folder) }
int openat64(int folder, const char *name, int mode, ...) { PLICA_OPEN(folder) }

#define PLICA_BELOW(call) return (name = plica_at(folder, name)) ? call : -1;

/* AT_EMPTY_PATH, and no name: it is the descriptor that is meant. */
int fstatat(int folder, const char *restrict name, struct plica_stat *restrict to, int how) {
    if ((how & 0x1000) && !*name && folder != PLICA_HERE) return fstat(folder, to);
    PLICA_BELOW(stat(name, to))
}
int fstatat64(int folder, const char *restrict name, struct plica_stat *restrict to, int how) {
    return fstatat(folder, name, to, how);
}
int faccessat(int folder, const char *name, int mode, int how) { (void)how; PLICA_BELOW(access(name, mode)) }
int fchmodat(int folder, const char *name, unsigned mode, int how) { (void)how; PLICA_BELOW(chmod(name, mode)) }
int fchownat(int folder, const char *name, unsigned user, unsigned group, int how) {
    (void)how;
    PLICA_BELOW(chown(name, user, group))
}
long readlink(const char *restrict name, char *restrict to, size_t size);
long readlinkat(int folder, const char *restrict name, char *restrict to, size_t size) {
    PLICA_BELOW(readlink(name, to, size))
}
int mkdirat(int folder, const char *name, unsigned mode) { PLICA_BELOW(mkdir(name, mode)) }
int unlinkat(int folder, const char *name, int how) { PLICA_BELOW(how & 0x200 ? rmdir(name) : unlink(name)) }

int linkat(int from_folder, const char *from, int to_folder, const char *to, int how) {
    (void)how;
    from = plica_at(from_folder, from);
    to = from ? plica_at(to_folder, to) : 0;
    return to ? link(from, to) : -1;
}
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    from = plica_at(from_folder, from);
    to = from ? plica_at(to_folder, to) : 0;
    return to ? rename(from, to) : -1;
}
