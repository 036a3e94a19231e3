//! Reading from streams.
//!
//! What a stream delivers is its descriptor's; here are the character that was pushed back, the end that was met, and
//! lines. Invariant: the end of a stream stays until clearerr() or a seek.

#include "files.h"

size_t strnlen(const char *text, size_t most);
void *realloc(void *block, size_t size);

int fgetc(plica_file *file) {
    if (file->pushed_back >= 0) {
        int c = file->pushed_back;
        file->pushed_back = -1;
        return c;
    }
    if (file->at_end) return PLICA_EOF;
    struct plica_opening *opening = plica_opening_of(file->descriptor);
    if (!opening || (opening->mode & PLICA_ACCESS) == PLICA_WRONLY) {
        if (opening) plica_fail(PLICA_EBADF);
        file->failed = 1;
        return PLICA_EOF;
    }
    if (opening->content->kind == PLICA_FOLDER || plica_file_error(opening->content->name, "cannot be read")) {
        file->failed = 1;
        return plica_fail(opening->content->kind == PLICA_FOLDER ? PLICA_EISDIR : PLICA_EIO);
    }
    int c = plica_next_byte(opening);
    if (c == PLICA_EOF) file->at_end = 1;
    return c;
}

/* Is there nothing left? For those who want to know before they read. */
int plica_stream_ends(plica_file *file) {
    int c = fgetc(file);
    if (c != PLICA_EOF) file->pushed_back = c;
    return c == PLICA_EOF;
}

int getc(plica_file *file) { return fgetc(file); }
int _IO_getc(plica_file *file) { return fgetc(file); }
int getchar(void) { return fgetc(stdin); }
int getc_unlocked(plica_file *file) { return fgetc(file); }
int fgetc_unlocked(plica_file *file) { return fgetc(file); }
int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, plica_file *file) {
    if (c == PLICA_EOF || file->pushed_back >= 0) return PLICA_EOF;
    file->pushed_back = (unsigned char)c;
    file->at_end = 0;
    return (unsigned char)c;
}

int feof(plica_file *file) { return file->at_end; }
int ferror(plica_file *file) { return file->failed; }
int feof_unlocked(plica_file *file) { return file->at_end; }
int ferror_unlocked(plica_file *file) { return file->failed; }
void clearerr(plica_file *file) { file->at_end = file->failed = 0; }
void clearerr_unlocked(plica_file *file) { clearerr(file); }

int fileno(plica_file *file) {
    if (file->descriptor < 0) return plica_fail(PLICA_EBADF);
    return file->descriptor;
}
int fileno_unlocked(plica_file *file) { return fileno(file); }

char *fgets(char *restrict to, int size, plica_file *restrict file) {
    int n = 0;
    if (size <= 0) return 0;
    while (n < size - 1) {
        int c = fgetc(file);
        if (c == PLICA_EOF) {
            if (n == 0 || file->failed) return 0;
            break;
        }
        to[n++] = (char)c;
        if (c == '\n') break;
    }
    to[n] = 0;
    return to;
}

char *__fgets_chk(char *restrict to, size_t room, int size, plica_file *restrict file) {
    char *line = fgets(to, size, file);
    if (line && size > 0 && (size_t)size > room) __plica_check_room("fgets", strnlen(line, room) + 1, room);
    return line;
}

char *fgets_unlocked(char *restrict to, int size, plica_file *restrict file) { return fgets(to, size, file); }

char *gets(char *to) {
    int n = 0;
    for (;;) {
        int c = fgetc(stdin);
        if (c == '\n' || (c == PLICA_EOF && n > 0)) break;
        if (c == PLICA_EOF) return 0;
        to[n++] = (char)c;
    }
    to[n] = 0;
    return to;
}

char *__gets_chk(char *to, size_t room) {
    char *line = gets(to);
    if (line) __plica_check_room("gets", strnlen(line, room) + 1, room);
    return line;
}

size_t fread(void *restrict to, size_t size, size_t count, plica_file *restrict file) {
    unsigned char *bytes = to;
    if (size == 0 || count == 0) return 0;
    struct plica_opening *opening = plica_opening_of(file->descriptor);
    if (opening && !opening->content->open && opening->content->kind != PLICA_PIPE && file->pushed_back < 0 &&
        !file->at_end && (opening->mode & PLICA_ACCESS) != PLICA_WRONLY) {
        /* All of it is known, so no character needs to be asked for. */
        long done = plica_read_bytes(opening, to, size * count, 1);
        if (done < 0) file->failed = 1;
        if (done < 0) return 0;
        if ((size_t)done < size * count) file->at_end = 1;
        return (size_t)done / size;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < size; j++) {
            int c = fgetc(file);
            if (c == PLICA_EOF) return i;
            bytes[i * size + j] = (unsigned char)c;
        }
    return count;
}

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, plica_file *restrict file) {
    size_t done = fread(to, size, count, file);
    if (size * count > room) __plica_check_room("fread", size * done, room);
    return done;
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, plica_file *restrict file) {
    return fread(to, size, count, file);
}

static int plica_widen_line(char **line, size_t *size, size_t room) {
    char *wider = realloc(*line, room);
    if (!wider) return 0;
    *line = wider;
    *size = room;
    return 1;
}

/* As in glibc a first line has room for 120 bytes, which is doubled where it does not do. How much there is says the
   program, and what it says is believed. */
long getdelim(char **restrict line, size_t *restrict size, int end, plica_file *restrict file) {
    size_t n = 0;
    if (!line || !size) return plica_fail(PLICA_EINVAL);
    if ((!*line || !*size) && !plica_widen_line(line, size, 120)) return -1;
    for (;;) {
        int c = fgetc(file);
        if (c == PLICA_EOF) break;
        if (n + 2 > *size && !plica_widen_line(line, size, 2 * *size)) return -1;
        (*line)[n++] = (char)c;
        if (c == end) break;
    }
    if (n == 0) return -1;
    (*line)[n] = 0;
    return (long)n;
}

long getline(char **restrict line, size_t *restrict size, plica_file *restrict file) {
    return getdelim(line, size, '\n', file);
}
long __getdelim(char **restrict line, size_t *restrict size, int end, plica_file *restrict file) {
    return getdelim(line, size, end, file);
}
