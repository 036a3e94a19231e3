//! Opening and closing streams.
//!
//! A stream is a block of the heap, so that using it after it was closed, closing it twice and losing it are what they
//! are for any block. Oblivious to buffers.

#include "files.h"


/* Output has to know of files once there are some: this links it. */
extern int plica_output_of_files;

plica_file *plica_stream(int descriptor) {
    plica_output_of_files = 1;
    plica_file *file = malloc(sizeof *file);
    if (!file) return 0;
    *file = (plica_file){.descriptor = descriptor, .pushed_back = -1};
    return file;
}

/* What fopen() calls its modes; -1 for none. */
int plica_mode(const char *text) {
    int mode = *text == 'r' ? PLICA_RDONLY : *text == 'w' ? PLICA_WRONLY | PLICA_CREAT | PLICA_TRUNC
             : *text == 'a' ? PLICA_WRONLY | PLICA_CREAT | PLICA_APPEND : -1;
    if (mode < 0) return mode;
    for (text++; *text && *text != ','; text++) {
        if (*text == '+') mode = (mode & ~PLICA_ACCESS) | PLICA_RDWR;
        if (*text == 'x') mode |= PLICA_EXCL;
    }
    return mode;
}

plica_file *fopen(const char *restrict name, const char *restrict how) {
    int mode = plica_mode(how);
    if (mode < 0) {
        plica_fail(PLICA_EINVAL);
        return 0;
    }
    int descriptor = plica_open_name(name, mode, 0666);
    if (descriptor < 0) return 0;
    plica_file *file = plica_stream(descriptor);
    if (!file) plica_release(descriptor);
    return file;
}

plica_file *fopen64(const char *restrict name, const char *restrict how) { return fopen(name, how); }

plica_file *fdopen(int descriptor, const char *how) {
    if (plica_mode(how) < 0) {
        plica_fail(PLICA_EINVAL);
        return 0;
    }
    if (!plica_opening_of(descriptor)) return 0;
    return plica_stream(descriptor);
}

plica_file *tmpfile(void) {
    int descriptor = plica_new_descriptor(plica_new_content(PLICA_REGULAR, "a temporary file"), PLICA_RDWR);
    return descriptor < 0 ? 0 : plica_stream(descriptor);
}
plica_file *tmpfile64(void) { return tmpfile(); }

/* Refused, as where there is no shell. */
plica_file *popen(const char *command, const char *how) {
    (void)command, (void)how;
    plica_system_premise("what popen tells is made up");
    plica_fail(PLICA_EMFILE);
    return 0;
}
