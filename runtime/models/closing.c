//! Closing streams and where they stand.

#include "files.h"

int fclose(plica_file *file) {
    int result = plica_release(file->descriptor) ? PLICA_EOF : 0;
    file->descriptor = -1;
    if (file != stdin && file != stdout && file != stderr) free(file);
    return result;
}

int pclose(plica_file *file) { return fclose(file); }

/* Moves an opening; the new position, or -1. */
long plica_seek(struct plica_opening *opening, long offset, int whence) {
    struct plica_content *content = opening->content;
    if (content->kind != PLICA_REGULAR && content->kind != PLICA_FOLDER) return plica_fail(PLICA_ESPIPE);
    if (content->vague && content->open) {
        /* What was read there was not kept, so nothing is known of it any more. */
        content->size = 0;
        content->bounded = 0;
    }
    long from = 0;
    if (whence == 1) from = (long)opening->position;
    else if (whence == 2) from = (long)plica_size_of(content);
    else if (whence != 0) return plica_fail(PLICA_EINVAL);
    if (from + offset < 0) return plica_fail(PLICA_EINVAL);
    opening->position = (unsigned long)(from + offset);
    return from + offset;
}

int fseek(plica_file *file, long offset, int whence) {
    struct plica_opening *opening = plica_opening_of(file->descriptor);
    if (!opening) return -1;
    if (whence == 1 && file->pushed_back >= 0) offset--;
    if (plica_seek(opening, offset, whence) < 0) return -1;
    file->at_end = 0;
    file->pushed_back = -1;
    return 0;
}
int fseeko(plica_file *file, long offset, int whence) { return fseek(file, offset, whence); }
int fseeko64(plica_file *file, long offset, int whence) { return fseek(file, offset, whence); }

long ftell(plica_file *file) {
    struct plica_opening *opening = plica_opening_of(file->descriptor);
    if (!opening) return -1;
    struct plica_content *content = opening->content;
    if (content->kind != PLICA_REGULAR) return plica_fail(PLICA_ESPIPE);
    if (content->vague && content->open) return (long)(plica_file_size(content->name) & 0x7fffffffu);
    return (long)opening->position - (file->pushed_back >= 0);
}
long ftello(plica_file *file) { return ftell(file); }
long ftello64(plica_file *file) { return ftell(file); }

void rewind(plica_file *file) {
    fseek(file, 0, 0);
    file->at_end = file->failed = 0;
    file->pushed_back = -1;
}

/* The first word of an fpos_t is the offset. */
int fgetpos(plica_file *restrict file, long *restrict position) {
    long at = ftell(file);
    if (at < 0) return -1;
    *position = at;
    return 0;
}
int fsetpos(plica_file *file, const long *position) { return fseek(file, *position, 0); }

/* There is one thread, which has all streams. */
void flockfile(plica_file *file) { (void)file; }
int ftrylockfile(plica_file *file) { return (void)file, 0; }
void funlockfile(plica_file *file) { (void)file; }
