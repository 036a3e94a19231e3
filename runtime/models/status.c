//! What is known of files besides what they hold: stat and its kin, access, permissions.

#include "files.h"

/* struct stat as glibc has it on x86-64. */
struct plica_stat {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long real_device;
    long size, block, blocks;
    struct { long seconds, nanoseconds; } times[3];
    long reserved[3];
};

unsigned plica_uint(const char *name);
unsigned long plica_ulong(const char *name);
void plica_make_symbolic(void *object, size_t size, const char *name);
unsigned geteuid(void);
unsigned getegid(void);

/* Whose a file is and who may use it, which is asked of few. */
static void plica_own(struct plica_content *content) {
    if (content->is_owned) return;
    content->is_owned = 1;
    if (content->made) {
        plica_system_premise("umask is 022 when the program begins");
        content->user = geteuid();
        content->group = getegid();
    } else {
        content->user = plica_uint("user of a file");
        content->group = plica_uint("group of a file");
        content->mode = (content->mode & ~07777u) | (plica_uint("permissions of a file") & 07777u);
    }
}

static int plica_tell(struct plica_content *content, struct plica_stat *to) {
    plica_own(content);
    long size = content->kind == PLICA_REGULAR ? (long)plica_size_of(content) : content->kind == PLICA_FOLDER ? 4096 : 0;
    *to = (struct plica_stat){.device = 1, .number = content->number, .links = content->links, .mode = content->mode,
                              .user = content->user, .group = content->group, .size = size, .block = 4096,
                              .blocks = (size + 511) / 512};
    /* Another program may have used the file since it was asked for last, but where this one has set the time. */
    for (int i = 0; i < 3; i++) {
        if (i < 2 && (content->times[2 * i] || content->times[2 * i + 1])) {
            to->times[i].seconds = content->times[2 * i];
            to->times[i].nanoseconds = content->times[2 * i + 1];
            continue;
        }
        to->times[i].seconds = (long)(plica_ulong("time of a file") & 0xffffffffffull);
        to->times[i].nanoseconds = plica_uint("nanoseconds of a file") % 1000000000u;
    }
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

int fstat(int descriptor, struct plica_stat *to) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    return opening ? plica_tell(opening->content, to) : -1;
}
int fstat64(int descriptor, struct plica_stat *to) { return fstat(descriptor, to); }
int __fxstat(int version, int descriptor, struct plica_stat *to) { return (void)version, fstat(descriptor, to); }

int access(const char *name, int how) {
    struct plica_entry *entry = plica_find(name);
    if (!entry->content) return plica_fail(PLICA_ENOENT);
    return how && plica_file_choice(entry->name, "may not be used so") ? plica_fail(PLICA_EACCES) : 0;
}

/* No name is a link, so there is nothing to read. */
long readlink(const char *restrict name, char *restrict to, size_t size) {
    (void)to, (void)size;
    plica_system_premise("files that the program did not make are plain files");
    return plica_fail(plica_find(name)->content ? PLICA_EINVAL : PLICA_ENOENT);
}

unsigned umask(unsigned mask) {
    unsigned old = plica_mask;
    plica_system_premise("umask is 022 when the program begins");
    plica_mask = mask & 0777;
    return old;
}

int chmod(const char *name, unsigned mode) {
    struct plica_content *content = plica_find(name)->content;
    if (!content) return plica_fail(PLICA_ENOENT);
    plica_own(content);
    content->mode = (content->mode & ~07777u) | (mode & 07777u);
    return 0;
}
int fchmod(int descriptor, unsigned mode) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return -1;
    plica_own(opening->content);
    opening->content->mode = (opening->content->mode & ~07777u) | (mode & 07777u);
    return 0;
}
static int plica_give(struct plica_content *content, unsigned user, unsigned group) {
    if (plica_file_choice(content->name, "may not be given away")) return plica_fail(1);
    plica_own(content);
    if (user + 1) content->user = user;
    if (group + 1) content->group = group;
    return 0;
}
int chown(const char *name, unsigned user, unsigned group) {
    struct plica_content *content = plica_find(name)->content;
    return content ? plica_give(content, user, group) : plica_fail(PLICA_ENOENT);
}
int lchown(const char *name, unsigned user, unsigned group) { return chown(name, user, group); }
int fchown(int descriptor, unsigned user, unsigned group) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    return opening ? plica_give(opening->content, user, group) : -1;
}

/* struct statvfs as glibc has it: blocks of some power of two, and as many of them as there may be. */
struct plica_system {
    unsigned long block, fragment, blocks, free_blocks, available_blocks, files, free_files, available_files, number, flags, longest;
    int reserved[6];
};

static int plica_tell_system(struct plica_system *to) {
    plica_system_premise("what statvfs tells is made up");
    __builtin_memset(to, 0, sizeof *to);
    plica_make_symbolic(&to->blocks, 8 * sizeof(long), "file system");
    to->block = to->fragment = 4096;
    to->longest = 255;
    return 0;
}
int statvfs(const char *restrict name, struct plica_system *restrict to) {
    return plica_find(name)->content ? plica_tell_system(to) : plica_fail(PLICA_ENOENT);
}
int fstatvfs(int descriptor, struct plica_system *to) {
    return plica_opening_of(descriptor) ? plica_tell_system(to) : -1;
}
