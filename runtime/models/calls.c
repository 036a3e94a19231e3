//! The system's calls for descriptors: open, read, write and what belongs to them.
//!
//! Oblivious to permissions of users; a descriptor that may not be read or written is known from how it was opened.

#include "files.h"

int open(const char *name, int mode, ...) { PLICA_OPEN(PLICA_HERE) }
int open64(const char *name, int mode, ...) { PLICA_OPEN(PLICA_HERE) }
int creat(const char *name, unsigned permissions) {
    return plica_redirect(), plica_open_name(name, PLICA_WRONLY | PLICA_CREAT | PLICA_TRUNC, permissions);
}

int close(int descriptor) { return plica_redirect(), plica_release(descriptor); }

static struct plica_opening *plica_readable(int descriptor) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return 0;
    if ((opening->mode & PLICA_ACCESS) == PLICA_WRONLY) {
        plica_fail(PLICA_EBADF);
        return 0;
    }
    if (opening->content->kind == PLICA_FOLDER) {
        plica_fail(PLICA_EISDIR);
        return 0;
    }
    return opening;
}

long read(int descriptor, void *to, size_t count) {
    struct plica_opening *opening = plica_readable(descriptor);
    return opening ? plica_read_bytes(opening, to, count, 0) : -1;
}
long __read_chk(int descriptor, void *to, size_t count, size_t room) {
    long done = read(descriptor, to, count);
    if (count > room && done > 0) __plica_check_room("read", (size_t)done, room);
    return done;
}

long write(int descriptor, const void *from, size_t count) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    return opening ? plica_write_bytes(opening, from, count) : -1;
}

long lseek(int descriptor, long offset, int whence) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    return opening ? plica_seek(opening, offset, whence) : -1;
}
long lseek64(int descriptor, long offset, int whence) { return lseek(descriptor, offset, whence); }

long pread(int descriptor, void *to, size_t count, long offset) {
    struct plica_opening *opening = plica_readable(descriptor);
    if (!opening) return -1;
    unsigned long position = opening->position;
    if (plica_seek(opening, offset, 0) < 0) return -1;
    long done = plica_read_bytes(opening, to, count, 0);
    opening->position = position;
    return done;
}
long __pread_chk(int descriptor, void *to, size_t count, long offset, size_t room) {
    long done = pread(descriptor, to, count, offset);
    if (count > room && done > 0) __plica_check_room("pread", (size_t)done, room);
    return done;
}
long pread64(int descriptor, void *to, size_t count, long offset) { return pread(descriptor, to, count, offset); }

long pwrite(int descriptor, const void *from, size_t count, long offset) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return -1;
    unsigned long position = opening->position;
    if (plica_seek(opening, offset, 0) < 0) return -1;
    long done = plica_write_bytes(opening, from, count);
    opening->position = position;
    return done;
}
long pwrite64(int descriptor, const void *from, size_t count, long offset) {
    return pwrite(descriptor, from, count, offset);
}

struct plica_vector { char *base; size_t length; };

long readv(int descriptor, const struct plica_vector *to, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long done = read(descriptor, to[i].base, to[i].length);
        if (done < 0) return total ? total : -1;
        total += done;
        if ((size_t)done < to[i].length) break;
    }
    return total;
}

long writev(int descriptor, const struct plica_vector *from, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long done = write(descriptor, from[i].base, from[i].length);
        if (done < 0) return total ? total : -1;
        total += done;
    }
    return total;
}

int ftruncate(int descriptor, long size) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return -1;
    if (size < 0 || (opening->mode & PLICA_ACCESS) == PLICA_RDONLY || opening->content->kind != PLICA_REGULAR)
        return plica_fail(PLICA_EINVAL);
    return plica_resize(opening->content, (unsigned long)size);
}
int truncate(const char *name, long size) {
    if (size < 0) return plica_fail(PLICA_EINVAL);
    plica_redirect();
    int descriptor = plica_open_name(name, PLICA_WRONLY, 0);
    if (descriptor < 0) return -1;
    int result = ftruncate(descriptor, size);
    plica_release(descriptor);
    return result;
}
int truncate64(const char *name, long size) { return truncate(name, size); }

/* It gives the error instead of -1. */
int posix_fallocate(int descriptor, long offset, long size) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (offset < 0 || size <= 0) return PLICA_EINVAL;
    if (!opening || (opening->mode & PLICA_ACCESS) == PLICA_RDONLY) return PLICA_EBADF;
    if (opening->content->kind != PLICA_REGULAR) return PLICA_ESPIPE;
    if (plica_file_error(opening->content->name, "cannot be written")) return PLICA_ENOSPC;
    if (offset + size > (long)plica_size_of(opening->content)) plica_resize(opening->content, (unsigned long)(offset + size));
    return 0;
}

int ftruncate64(int descriptor, long size) { return ftruncate(descriptor, size); }

int fsync(int descriptor) { return plica_opening_of(descriptor) ? 0 : -1; }
int fdatasync(int descriptor) { return fsync(descriptor); }
void sync(void) {}
