//! Output to standard output, in programs that may let it lead elsewhere (freopen, dup2, close).

#include "files.h"

int vfprintf(plica_file *restrict file, const char *restrict format, plica_va_list arguments);
int fputc(int c, plica_file *file);
int fputs(const char *restrict text, plica_file *restrict file);

/* Whoever moves descriptors refers to these, and so has this file linked. */
extern int plica_output_of_files;
int plica_output_is_redirected;
void plica_redirect(void) { plica_output_is_redirected = plica_output_of_files = 1; }

int vprintf(const char *restrict format, plica_va_list arguments) { return vfprintf(stdout, format, arguments); }

int printf(const char *restrict format, ...) {
    plica_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vprintf(format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int putchar(int c) { return fputc(c, stdout); }
int putchar_unlocked(int c) { return fputc(c, stdout); }

int puts(const char *text) {
    if (fputs(text, stdout) < 0 || fputc('\n', stdout) < 0) return PLICA_EOF;
    return 1;
}
