//! What <stdio_ext.h> tells of a stream, and what the system is told of how a file will be read.
//!
//! Nothing is held back, so nothing is pending. Oblivious to the last operation: of a stream for both reading and
//! writing it is not known what it was, and whoever asks for it stops.

#include "files.h"

/* Has no definition, so a path that calls it stops. */
int plica_direction_of_a_stream_for_both(void);

static int plica_access_of(plica_file *file) {
    if (file->descriptor >= 0 && file->descriptor < 3 && (file == stdin || file == stdout || file == stderr)) {
        struct plica_opening *opening = plica_opening_of(file->descriptor);
        int both = !opening || (opening->mode & PLICA_ACCESS) == PLICA_RDWR;
        if (both) return file == stdin ? PLICA_RDONLY : PLICA_WRONLY;
    }
    struct plica_opening *opening = plica_opening_of(file->descriptor);
    return opening ? opening->mode & PLICA_ACCESS : PLICA_RDONLY;
}

size_t __fpending(plica_file *file) { return (void)file, 0; }
int __freadable(plica_file *file) { return plica_access_of(file) != PLICA_WRONLY; }
int __fwritable(plica_file *file) { return plica_access_of(file) != PLICA_RDONLY; }

int __freading(plica_file *file) {
    int access = plica_access_of(file);
    return access == PLICA_RDWR ? plica_direction_of_a_stream_for_both() : access == PLICA_RDONLY;
}

int __fwriting(plica_file *file) {
    int access = plica_access_of(file);
    return access == PLICA_RDWR ? plica_direction_of_a_stream_for_both() : access == PLICA_WRONLY;
}

void __fpurge(plica_file *file) { file->pushed_back = -1; }

/* Advice gives the error itself and leaves errno alone. */
int posix_fadvise(int descriptor, long offset, long length, int advice) {
    (void)offset;
    int before = *__errno_location();
    struct plica_opening *opening = plica_opening_of(descriptor);
    *__errno_location() = before;
    if (!opening) return PLICA_EBADF;
    if (opening->content->kind == PLICA_PIPE) return PLICA_ESPIPE;
    return length < 0 || advice < 0 || advice > 5 ? PLICA_EINVAL : 0;
}
int posix_fadvise64(int descriptor, long offset, long length, int advice) {
    return posix_fadvise(descriptor, offset, length, advice);
}

/* As where the system does not have it: whoever calls it reads and writes instead. */
long copy_file_range(int from, long *from_at, int to, long *to_at, size_t count, unsigned flags) {
    (void)from, (void)from_at, (void)to, (void)to_at, (void)count, (void)flags;
    return plica_fail(38);
}
