//! Output of programs that open files or move descriptors; what other programs print is the executor's alone.
//!
//! What goes to the console is handed to the executor, which knows how long the text of an unknown number is; what goes
//! into a file is put together character by character. Oblivious to buffers: nothing is held back.

#include "files.h"

int vasprintf(char **restrict to, const char *restrict format, plica_va_list arguments);
size_t strlen(const char *text);
int __plica_vdprintf(int descriptor, const char *format, plica_va_list arguments);

/* Whoever opens files refers to it, and so has this file linked. */
int plica_output_of_files;

/* The number of the console that a descriptor leads to; 0 where it leads elsewhere, -1 where it is not open. */
static int plica_console(int descriptor, struct plica_opening **opening) {
    *opening = plica_opening_of(descriptor);
    if (!*opening) return -1;
    return (*opening)->content->kind == PLICA_CONSOLE ? (int)(*opening)->position : 0;
}

int vdprintf(int descriptor, const char *restrict format, plica_va_list arguments) {
    struct plica_opening *opening;
    int console = plica_console(descriptor, &opening);
    char *text;
    if (console < 0 && !opening) return -1;
    if (console) return __plica_vdprintf(console, format, arguments);
    int length = vasprintf(&text, format, arguments);
    if (length < 0) return -1;
    long written = plica_write_bytes(opening, text, (size_t)length);
    free(text);
    return written < 0 ? -1 : length;
}

int vfprintf(plica_file *restrict file, const char *restrict format, plica_va_list arguments) {
    int length = vdprintf(file->descriptor, format, arguments);
    if (length < 0) file->failed = 1;
    return length;
}

#define PLICA_PRINT(call)                                                                                              \
    plica_va_list arguments;                                                                                           \
    __builtin_va_start(arguments, format);                                                                             \
    int length = call;                                                                                                 \
    __builtin_va_end(arguments);                                                                                       \
    return length;

int fprintf(plica_file *restrict file, const char *restrict format, ...) { PLICA_PRINT(vfprintf(file, format, arguments)) }
int dprintf(int descriptor, const char *restrict format, ...) { PLICA_PRINT(vdprintf(descriptor, format, arguments)) }

static size_t plica_put(plica_file *file, const void *from, size_t count) {
    struct plica_opening *opening = plica_opening_of(file->descriptor);
    long written = opening ? plica_write_bytes(opening, from, count) : -1;
    if (written < 0) file->failed = 1;
    return written < 0 ? 0 : (size_t)written;
}

int fputc(int c, plica_file *file) {
    unsigned char byte = (unsigned char)c;
    return plica_put(file, &byte, 1) == 1 ? byte : PLICA_EOF;
}
int putc(int c, plica_file *file) { return fputc(c, file); }
int _IO_putc(int c, plica_file *file) { return fputc(c, file); }
int putc_unlocked(int c, plica_file *file) { return fputc(c, file); }
int fputc_unlocked(int c, plica_file *file) { return fputc(c, file); }

int fputs(const char *restrict text, plica_file *restrict file) {
    size_t length = strlen(text);
    return length == 0 || plica_put(file, text, length) == length ? 1 : PLICA_EOF;
}
int fputs_unlocked(const char *restrict text, plica_file *restrict file) { return fputs(text, file); }

size_t fwrite(const void *restrict from, size_t size, size_t count, plica_file *restrict file) {
    if (size == 0 || count == 0) return 0;
    return plica_put(file, from, size * count) / size;
}
size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count, plica_file *restrict file) {
    return fwrite(from, size, count, file);
}

int fflush(plica_file *file) {
    if (file && !plica_opening_of(file->descriptor)) return PLICA_EOF;
    return 0;
}
int fflush_unlocked(plica_file *file) { return fflush(file); }
