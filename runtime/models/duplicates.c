//! Descriptors that share an opening, pipes, and waiting for either.

#include "files.h"

void plica_waits_for_its_own_lock(void);

static int plica_duplicate(int old, int least) {
    struct plica_opening *opening = plica_opening_of(old);
    plica_redirect();
    if (!opening) return -1;
    for (int i = least; i < PLICA_DESCRIPTORS; i++)
        if (!plica_descriptors[i]) {
            plica_descriptors[i] = opening;
            opening->users++;
            return i;
        }
    return plica_fail(PLICA_EMFILE);
}

int dup(int old) { return plica_duplicate(old, 0); }

int dup2(int old, int new) {
    struct plica_opening *opening = plica_opening_of(old);
    plica_redirect();
    if (!opening) return -1;
    if (new < 0 || new >= PLICA_DESCRIPTORS) return plica_fail(PLICA_EBADF);
    if (new == old) return new;
    if (plica_descriptors[new]) plica_release(new);
    plica_descriptors[new] = opening;
    opening->users++;
    return new;
}
int dup3(int old, int new, int mode) {
    (void)mode;
    return old == new ? plica_fail(PLICA_EINVAL) : dup2(old, new);
}

int pipe(int ends[2]) {
    struct plica_content *content = plica_new_content(PLICA_PIPE, "a pipe");
    content->mode = 0010600;
    content->writers = 1;
    plica_redirect();
    ends[0] = plica_new_descriptor(content, PLICA_RDONLY);
    if (ends[0] < 0) return -1;
    ends[1] = plica_new_descriptor(content, PLICA_WRONLY);
    if (ends[1] >= 0) return 0;
    plica_release(ends[0]);
    return -1;
}
int pipe2(int ends[2], int mode) { return (void)mode, pipe(ends); }

/* F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC; locks are granted. */
static int plica_control(int descriptor, int what, int least) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return -1;
    if (what == 0 || what == 1030) return plica_duplicate(descriptor, least);
    return what == 3 ? opening->mode & (PLICA_ACCESS | PLICA_APPEND) : 0;
}
#define PLICA_CONTROL                                                                                                  \
    plica_va_list arguments;                                                                                           \
    __builtin_va_start(arguments, what);                                                                               \
    int least = what == 0 || what == 1030 ? __builtin_va_arg(arguments, int) : 0;                                      \
    __builtin_va_end(arguments);                                                                                       \
    return plica_control(descriptor, what, least);

int fcntl(int descriptor, int what, ...) { PLICA_CONTROL }
int fcntl64(int descriptor, int what, ...) { PLICA_CONTROL }

/* Locks are granted. */
int lockf(int descriptor, int what, long size) {
    (void)size;
    if (!plica_opening_of(descriptor)) return -1;
    return what < 0 || what > 3 ? plica_fail(PLICA_EINVAL) : 0;
}

/* LOCK_SH, LOCK_EX, LOCK_UN, with LOCK_NB: held by an opening, and in the way of others of the same content. Another
   process may hold one too, which is waited for; who would wait for the program itself gets no further. Whether
   standard output and standard error are one opening is not known, so neither is in the way of the other. */
static int plica_is_locked(const struct plica_opening *opening, int lock) {
    if (opening->content->kind == PLICA_CONSOLE) return 0;
    for (int i = 0; i < PLICA_DESCRIPTORS; i++) {
        const struct plica_opening *other = plica_descriptors[i];
        if (!other || other == opening || other->content != opening->content) continue;
        if (other->lock == 2 || (other->lock && lock == 2)) return 1;
    }
    return 0;
}
int flock(int descriptor, int what) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    int lock = what & ~4;
    if (!opening) return -1;
    if (lock != 1 && lock != 2 && lock != 8) return plica_fail(PLICA_EINVAL);
    if (lock == 8 || lock == opening->lock) return opening->lock = lock & 3, 0;
    /* The old lock is given up first. */
    opening->lock = 0;
    int is_own = plica_is_locked(opening, lock);
    if (what & 4) {
        if (is_own || plica_file_choice("file", "is locked by another process")) return plica_fail(PLICA_EAGAIN);
    } else {
        if (is_own) plica_waits_for_its_own_lock();
        if (plica_file_choice("flock", "is interrupted")) return plica_fail(PLICA_EINTR);
    }
    opening->lock = lock;
    return 0;
}

/* No descriptor has controls that are known here. */
int ioctl(int descriptor, unsigned long what, ...) {
    (void)what;
    return plica_opening_of(descriptor) ? plica_fail(PLICA_ENOTTY) : -1;
}

struct plica_poll { int descriptor; short events, happened; };

unsigned plica_uint(const char *name);
unsigned long plica_ulong(const char *name);
void plica_silent_exit(void);

/* Any of what was asked for is ready. Who waits for something without a limit gets no further when nothing is. */
int poll(struct plica_poll *list, unsigned long count, int time) {
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        list[i].happened = 0;
        if (list[i].descriptor < 0) continue;
        list[i].happened = plica_opening_of(list[i].descriptor)
                               ? (short)((unsigned)(unsigned short)list[i].events & plica_uint("poll") & 5)
                               : 32;
        ready += list[i].happened != 0;
    }
    if (time < 0 && !ready) plica_silent_exit();
    return ready;
}

int select(int count, unsigned long *to_read, unsigned long *to_write, unsigned long *troubles, const void *time) {
    unsigned ready = 0;
    for (int i = 0; i < (count + 63) / 64; i++) {
        if (troubles) troubles[i] = 0;
        if (to_read) ready += (unsigned)__builtin_popcountl(to_read[i] &= plica_ulong("select to read"));
        if (to_write) ready += (unsigned)__builtin_popcountl(to_write[i] &= plica_ulong("select to write"));
    }
    if (!time && !ready) plica_silent_exit();
    return (int)ready;
}
int pselect(int count, unsigned long *to_read, unsigned long *to_write, unsigned long *troubles, const void *time,
            const unsigned long *mask) {
    (void)mask;
    return select(count, to_read, to_write, troubles, time);
}
