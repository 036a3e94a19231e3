//! What is known of files besides what they hold: stat and its kin, access, permissions.

#include "files.h"

/* struct stat as glibc has it on x86-64. */
struct plica_stat {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long real_device;
    long size, block, blocks, times[6], reserved[3];
};

static int plica_tell(struct plica_content *content, struct plica_stat *to) {
    long size = content->kind == PLICA_REGULAR ? (long)plica_size_of(content) : content->kind == PLICA_FOLDER ? 4096 : 0;
    *to = (struct plica_stat){.device = 1, .number = content->number, .links = content->links, .mode = content->mode,
                              .user = 1000, .group = 1000, .size = size, .block = 4096, .blocks = (size + 511) / 512};
    return 0;
}

int stat(const char *restrict name, struct plica_stat *restrict to) {
    struct plica_entry *entry = plica_find(name);
    return entry->content ? plica_tell(entry->content, to) : plica_fail(PLICA_ENOENT);
}
int lstat(const char *restrict name, struct plica_stat *restrict to) { return stat(name, to); }
int stat64(const char *restrict name, struct plica_stat *restrict to) { return stat(name, to); }
int lstat64(const char *restrict name, struct plica_stat *restrict to) { return stat(name, to); }
int __xstat(int version, const char *name, struct plica_stat *to) { return (void)version, stat(name, to); }
int __lxstat(int version, const char *name, struct plica_stat *to) { return (void)version, stat(name, to); }
int fstatat(int folder, const char *restrict name, struct plica_stat *restrict to, int how) {
    (void)folder, (void)how;
    return stat(name, to);
}

int fstat(int descriptor, struct plica_stat *to) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    return opening ? plica_tell(opening->content, to) : -1;
}
int fstat64(int descriptor, struct plica_stat *to) { return fstat(descriptor, to); }
int __fxstat(int version, int descriptor, struct plica_stat *to) { return (void)version, fstat(descriptor, to); }

int access(const char *name, int how) {
    (void)how;
    return plica_find(name)->content ? 0 : plica_fail(PLICA_ENOENT);
}

static unsigned plica_mask = 022;

unsigned umask(unsigned mask) {
    unsigned old = plica_mask;
    plica_mask = mask & 0777;
    return old;
}

int chmod(const char *name, unsigned mode) {
    struct plica_content *content = plica_find(name)->content;
    if (!content) return plica_fail(PLICA_ENOENT);
    content->mode = (content->mode & ~07777u) | (mode & 07777u);
    return 0;
}
int fchmod(int descriptor, unsigned mode) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return -1;
    opening->content->mode = (opening->content->mode & ~07777u) | (mode & 07777u);
    return 0;
}
int chown(const char *name, unsigned user, unsigned group) {
    (void)user, (void)group;
    return access(name, 0);
}
